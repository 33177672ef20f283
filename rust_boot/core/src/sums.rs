//! The summed tallies of every draw.

use crate::adding::Adding;
use crate::indices::{Feed, Index, allocate};
use crate::packing::Packed;
use crate::tallies::Tallies;
use crate::workers::{self, Job, Lot, Worker};
use crate::{Error, Stream};

/// `draws × columns` sums from draw `first` on, as little-endian 64-bit integers.
pub fn sums(
    stream: &Stream,
    tallies: &Tallies,
    draws: u64,
    first: u64,
    threads: usize,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, Error> {
    let width = 8 * tallies.columns;
    let mut bytes = allocate(draws.checked_mul(width as u64))?;
    if bytes.is_empty() {
        return Ok(bytes);
    }
    let job = Job { stream, clusters: tallies.clusters as u64, first, draws };
    let parts = workers::split(&mut bytes, job.lots(threads), width);
    let packed = Packed::new(tallies, 0..tallies.columns);
    let places: Vec<usize> = (0..tallies.columns).map(|column| packed.place(column)).collect();
    let columns = places.iter().map(|place| (*place, packed.bias(*place))).collect();
    let worker = Sum { columns, adding: Adding::new(&packed) };
    let workers = workers::run(&job, vec![worker; threads.max(1)], parts, should_stop)?;
    workers.iter().try_for_each(|worker| worker.adding.verdict())?;
    Ok(bytes)
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
        for tile in part.chunks_mut(width * self.adding.tile()) {
            let draws = tile.len() / width;
            let Some(rows) = self.adding.add(draws, feed) else { return };
            for (draw, places) in tile.chunks_exact_mut(width).enumerate() {
                for (place, (at, bias)) in places.as_chunks_mut().0.iter_mut().zip(&self.columns) {
                    *place = rows.at(draw, *at).wrapping_add(*bias).to_le_bytes();
                }
            }
        }
    }
}
