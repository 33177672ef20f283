//! A stream's indices as bytes.

use crate::index::{Feed, Index};
use crate::workers::{self, Job, Lot, Worker};
use crate::{Error, Stream};

/// Bytes that [`indices`] writes: four for each of `draws × clusters` indices.
pub fn size(clusters: u64, draws: u64) -> Result<usize, Error> {
    workers::check(clusters)?;
    let size = draws.checked_mul(clusters).and_then(|n| n.checked_mul(4));
    size.and_then(|n| isize::try_from(n).ok()).map(|n| n as usize).ok_or(Error::TooLarge)
}

/// Writes the indices from draw `first` on, draw-major, as little-endian 32-bit words.
///
/// `out` has a whole number of draws, 4 · `clusters` bytes each.
pub fn indices(
    stream: &Stream,
    clusters: u64,
    first: u64,
    out: &mut [u8],
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<(), Error> {
    workers::check(clusters)?;
    let width = 4 * clusters as usize;
    let job = Job { stream, clusters, first, draws: (out.len() / width) as u64 };
    let parts = workers::split(out, job.lots(1), width);
    workers::run(&job, vec![Copy], parts, should_stop)?;
    Ok(())
}

/// Writes the indices themselves.
struct Copy;

impl Worker<&mut [u8]> for Copy {
    fn take<T: Index>(&mut self, lot: Lot, part: &mut &mut [u8], feed: &mut impl Feed<T>) {
        let count = part.len() / 4 / lot.draws as usize;
        for draw in part.chunks_exact_mut(4 * count) {
            let Some(indices) = feed.next(count) else { return };
            for (word, index) in draw.as_chunks_mut().0.iter_mut().zip(indices) {
                *word = (index.position() as u32).to_le_bytes();
            }
        }
    }
}
