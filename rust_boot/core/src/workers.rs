//! Work cut into lots and shared out to threads; which thread takes a lot changes nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::blocks::{self, Blocks};
use crate::index::{Feed, Index};
use crate::mersenne::LANES;
use crate::serial::Serial;
use crate::{Error, Stream};

/// Which draws of which stream.
pub struct Job<'a> {
    /// The stream, with its seed.
    pub stream: &'a Stream,
    /// K: clusters to draw from, and drawn each time.
    pub clusters: u64,
    /// The first draw.
    pub first: u64,
    /// How many draws.
    pub draws: u64,
}

/// Consecutive draws that one worker takes at once.
#[derive(Clone, Copy, Debug)]
pub struct Lot {
    /// The first of them.
    pub first: u64,
    /// How many, at least 1.
    pub draws: u64,
}

/// What a thread does with the draws of a lot; `part` is what belongs to that lot alone.
pub trait Worker<P>: Send {
    /// Consumes exactly `lot.draws` draws from the feed.
    fn take<T: Index>(&mut self, lot: Lot, part: &mut P, feed: &mut impl Feed<T>);
}

/// Time between two questions to the caller whether to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// Indices of a serial stream that are read between two such questions.
const PIECE: usize = 1 << 20;

impl Job<'_> {
    /// The lots in order. Those of `mt-blocks/1` never cross a block.
    pub fn lots(&self, threads: usize) -> impl Iterator<Item = Lot> + Send + use<> {
        let step = match self.stream {
            Stream::Blocks { .. } => blocks::DRAWS * self.blocks_at_once(threads),
            _ => (65_536 / self.clusters).clamp(1, 256),
        };
        let end = self.first.saturating_add(self.draws);
        let mut at = self.first;
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let next = (at / step + 1).saturating_mul(step).min(end);
                let lot = Lot { first: at, draws: next - at };
                at = next;
                lot
            })
        })
    }

    fn blocks_at_once(&self, threads: usize) -> u64 {
        let blocks = self.draws.div_ceil(blocks::DRAWS);
        (blocks / (4 * threads as u64)).clamp(1, LANES as u64)
    }
}

/// Cuts `bytes` along the lots, `width` bytes a draw.
pub fn split(
    bytes: &mut [u8],
    lots: impl Iterator<Item = Lot> + Send,
    width: usize,
) -> impl Iterator<Item = (Lot, &mut [u8])> + Send {
    let mut rest = bytes;
    lots.map(move |lot| {
        let (part, after) = std::mem::take(&mut rest).split_at_mut(lot.draws as usize * width);
        rest = after;
        (lot, part)
    })
}

/// Threads for a request: at least one, and no more than any machine has a use for.
pub fn crew(threads: usize) -> usize {
    threads.clamp(1, 256)
}

/// Runs every lot through one of the workers, a thread each, and returns the workers.
///
/// The calling thread is the first worker; between lots it asks `should_stop`, ten times a
/// second at most, and all stop soon after it says yes. Who said yes must go on saying so.
pub fn run<P: Send, W: Worker<P>>(
    job: &Job,
    workers: Vec<W>,
    lots: impl Iterator<Item = (Lot, P)> + Send,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<W>, Error> {
    check(job.clusters)?;
    match job.clusters {
        ..=0x100 => shared::<u8, P, W>(job, workers, lots, should_stop),
        0x101..=0x1_0000 => shared::<u16, P, W>(job, workers, lots, should_stop),
        _ => shared::<u32, P, W>(job, workers, lots, should_stop),
    }
}

/// Maps items in order, a thread for each run of at least `least`.
pub fn mapped<A: Send, B: Send>(
    items: Vec<A>,
    threads: usize,
    least: usize,
    call: impl Fn(A) -> B + Sync,
) -> Vec<B> {
    let share = items.len().div_ceil(threads).max(least);
    let mut rest = items.into_iter();
    let mut lots = std::iter::from_fn(|| {
        let lot: Vec<A> = rest.by_ref().take(share).collect();
        (!lot.is_empty()).then_some(lot)
    });
    let all = |lot: Vec<A>| -> Vec<B> { lot.into_iter().map(&call).collect() };
    std::thread::scope(|scope| {
        let own = lots.next().unwrap_or_default();
        let others: Vec<_> = lots.map(|lot| scope.spawn(|| all(lot))).collect();
        let mut found = all(own);
        for other in others {
            found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    })
}

/// Calls once for each item, a thread for each, and returns the answers in order.
///
/// The calling thread takes the first item; it alone asks `should_stop`, to the end, and what it
/// hears reaches all.
pub fn apart<A: Send, B: Send>(
    items: Vec<A>,
    should_stop: &mut dyn FnMut() -> bool,
    call: impl Fn(A, &mut dyn FnMut() -> bool) -> B + Sync,
) -> Vec<B> {
    let (stopped, call) = (&AtomicBool::new(false), &call);
    let mut items = items.into_iter();
    let Some(own) = items.next() else { return Vec::new() };
    let mut ask = || {
        stopped.fetch_or(should_stop(), Ordering::Relaxed);
        stopped.load(Ordering::Relaxed)
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = items
            .map(|item| scope.spawn(move || call(item, &mut || stopped.load(Ordering::Relaxed))))
            .collect();
        let mut found = vec![call(own, &mut ask)];
        let began = Instant::now();
        while !others.iter().all(|other| other.is_finished()) {
            // Shares end at about the same time; waiting longer, a thread need not be awake.
            if began.elapsed() < PATIENCE {
                std::thread::yield_now();
            } else {
                ask();
                std::thread::sleep(PATIENCE);
            }
        }
        for other in others {
            found.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    })
}

/// Refuses a number of clusters that 32-bit indices cannot name.
pub fn check(clusters: u64) -> Result<(), Error> {
    if (1..=1 << 32).contains(&clusters) { Ok(()) } else { Err(Error::Clusters(clusters)) }
}

fn shared<T: Index, P: Send, W: Worker<P>>(
    job: &Job,
    mut workers: Vec<W>,
    lots: impl Iterator<Item = (Lot, P)> + Send,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<W>, Error> {
    let stopped = AtomicBool::new(false);
    let queue = Mutex::new((lots, Serial::new(job.stream, job.clusters)));
    if job.first > 0 {
        skip::<T>(job, &queue, should_stop)?;
    }
    let mut asked = Instant::now();
    let mut ask = || {
        if asked.elapsed() > PATIENCE {
            asked = Instant::now();
            stopped.fetch_or(should_stop(), Ordering::Relaxed);
        }
        stopped.load(Ordering::Relaxed)
    };
    let Some((own, others)) = workers.split_first_mut() else { return Ok(workers) };
    std::thread::scope(|scope| {
        for other in others {
            scope.spawn(|| {
                labour::<T, P, W>(job, other, &queue, &mut || stopped.load(Ordering::Relaxed))
            });
        }
        labour::<T, P, W>(job, own, &queue, &mut ask);
    });
    if stopped.into_inner() { Err(Error::Stopped) } else { Ok(workers) }
}

/// Turns of waiting before a thread goes to sleep: about as long as reading a lot takes.
///
/// Two threads that share a serial stream wait for each other for a few microseconds, lot after
/// lot; putting one to sleep and waking it costs more than that.
const TURNS: usize = 1000;

fn patient<T>(queue: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..TURNS {
        match queue.try_lock() {
            Ok(locked) => return locked,
            Err(_) => std::hint::spin_loop(),
        }
    }
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

type Queue<L> = Mutex<(L, Option<Serial>)>;

/// Reads a serial stream up to the first draw that is wanted.
fn skip<T: Index>(
    job: &Job,
    queue: &Queue<impl Iterator>,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<(), Error> {
    let mut locked = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(serial) = &mut locked.1 else { return Ok(()) };
    let mut waste: Vec<T> = vec![T::default(); 1 << 16];
    let mut left = u128::from(job.first) * u128::from(job.clusters);
    while left > 0 {
        let count = left.min(1 << 16) as usize;
        serial.fill(&mut waste[..count]);
        left -= count as u128;
        if should_stop() {
            return Err(Error::Stopped);
        }
    }
    Ok(())
}

fn labour<T: Index, P: Send, W: Worker<P>>(
    job: &Job,
    worker: &mut W,
    queue: &Queue<impl Iterator<Item = (Lot, P)>>,
    stop: &mut dyn FnMut() -> bool,
) {
    let seed = if let Stream::Blocks { seed } = job.stream { *seed } else { 0 };
    let mut blocks = Blocks::<T>::new(seed, job.clusters);
    let mut read = Read::<T> { indices: Vec::new(), at: 0 };
    loop {
        let mut locked = patient(queue);
        let Some((lot, mut part)) = locked.0.next() else { break };
        if let Some(serial) = &mut locked.1 {
            read.indices.resize((lot.draws * job.clusters) as usize, T::default());
            read.at = 0;
            // One draw of many clusters takes longer than anybody waits.
            for piece in read.indices.chunks_mut(PIECE) {
                serial.fill(piece);
                if stop() {
                    return;
                }
            }
        }
        drop(locked);
        if matches!(job.stream, Stream::Blocks { .. }) {
            blocks.begin(lot.first);
            worker.take(lot, &mut part, &mut Watched { blocks: &mut blocks, stop });
        } else {
            worker.take(lot, &mut part, &mut read);
        }
        if stop() {
            break;
        }
    }
}

/// Indices read beforehand.
struct Read<T> {
    indices: Vec<T>,
    at: usize,
}

impl<T: Index> Feed<T> for Read<T> {
    fn next(&mut self, count: usize) -> Option<&[T]> {
        let at = self.at;
        self.at += count;
        Some(&self.indices[at..at + count])
    }
}

/// Blocks, until told to stop.
struct Watched<'a, T> {
    blocks: &'a mut Blocks<T>,
    stop: &'a mut dyn FnMut() -> bool,
}

impl<T: Index> Feed<T> for Watched<'_, T> {
    fn next(&mut self, count: usize) -> Option<&[T]> {
        if (self.stop)() { None } else { Some(self.blocks.next(count)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapping_keeps_the_order_whatever_the_threads() {
        for count in [0, 1, 5, 64, 100] {
            for (threads, least) in [(1, 1), (2, 32), (3, 1), (7, 10), (200, 1)] {
                let found = mapped((0..count).collect(), threads, least, |item: u64| item * item);
                assert_eq!(found, (0..count).map(|item| item * item).collect::<Vec<u64>>());
            }
        }
    }
}
