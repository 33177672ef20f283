//! The summed tallies of every draw.

use crate::adding::Adding;
use crate::index::{Feed, Index};
use crate::packing::Packed;
use crate::rows::{Rows, TILE};
use crate::tallies::Tallies;
use crate::workers::{self, Job, Lot, Worker};
use crate::{Error, Stream};

/// Bytes that [`sums`] writes: eight for each of `draws × columns` sums.
pub fn size(columns: usize, draws: u64) -> Result<usize, Error> {
    let size = draws.checked_mul(columns as u64).and_then(|n| n.checked_mul(8));
    size.and_then(|n| isize::try_from(n).ok()).map(|n| n as usize).ok_or(Error::TooLarge)
}

/// Writes the sums from draw `first` on, draw by draw, as little-endian 64-bit integers.
///
/// `out` has a whole number of draws, 8 · `tallies.columns` bytes each.
pub fn sums(
    stream: &Stream,
    tallies: &Tallies,
    first: u64,
    threads: usize,
    out: &mut [u8],
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<(), Error> {
    let width = 8 * tallies.columns;
    if out.is_empty() {
        return Ok(());
    }
    let draws = (out.len() / width) as u64;
    let job = Job { stream, clusters: tallies.clusters as u64, first, draws };
    let parts = workers::split(out, job.lots(workers::crew(threads)), width);
    let packed = Packed::new(tallies, 0..tallies.columns);
    let places: Vec<usize> = (0..tallies.columns).map(|column| packed.place(column)).collect();
    let columns = places.iter().map(|place| (*place, packed.bias(*place))).collect();
    let worker = Sum { columns, adding: Adding::new(&packed) };
    let workers = workers::run(&job, vec![worker; workers::crew(threads)], parts, should_stop)?;
    workers.iter().try_for_each(|worker| worker.adding.verdict())
}

/// Where each column stands among the packed ones, and what its sum has lost.
#[derive(Clone)]
struct Sum {
    columns: Vec<(usize, i64)>,
    adding: Adding,
}

impl Worker<&mut [u8]> for Sum {
    fn take<T: Index>(&mut self, _lot: Lot, part: &mut &mut [u8], feed: &mut impl Feed<T>) {
        let width = 8 * self.columns.len();
        for tile in part.chunks_mut(width * TILE) {
            let draws = tile.len() / width;
            let Some(rows) = self.adding.add(draws, feed) else { return };
            match rows {
                Rows::Narrow { sums, stride } => write(tile, sums, stride, &self.columns),
                Rows::Middle { sums, stride } => write(tile, sums, stride, &self.columns),
                Rows::Wide { sums, stride } => write(tile, sums, stride, &self.columns),
            }
        }
    }
}

fn write<S: std::marker::Copy + Into<i64>>(
    tile: &mut [u8],
    sums: &[S],
    stride: usize,
    columns: &[(usize, i64)],
) {
    for (places, sums) in tile.chunks_exact_mut(8 * columns.len()).zip(sums.chunks_exact(stride)) {
        for (place, (at, bias)) in places.as_chunks_mut().0.iter_mut().zip(columns) {
            *place = sums[*at].into().wrapping_add(*bias).to_le_bytes();
        }
    }
}
