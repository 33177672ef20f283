//! The summed tallies of every draw.

use crate::indices::{Feed, Index, allocate};
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
    let workers = (0..threads.max(1)).map(|_| Sum { tallies, sums: vec![0; tallies.columns] });
    workers::run(&job, workers.collect(), parts, should_stop)?;
    Ok(bytes)
}

struct Sum<'a> {
    tallies: &'a Tallies,
    sums: Vec<i64>,
}

impl Worker<&mut [u8]> for Sum<'_> {
    fn take<T: Index>(&mut self, _lot: Lot, part: &mut &mut [u8], feed: &mut impl Feed<T>) {
        for draw in part.chunks_exact_mut(8 * self.tallies.columns) {
            let Some(indices) = feed.next(self.tallies.clusters) else { return };
            self.sums.fill(0);
            for index in indices {
                let row = self.tallies.row(index.position());
                for (sum, value) in self.sums.iter_mut().zip(row) {
                    *sum += value;
                }
            }
            for (place, sum) in draw.as_chunks_mut().0.iter_mut().zip(&self.sums) {
                *place = sum.to_le_bytes();
            }
        }
    }
}
