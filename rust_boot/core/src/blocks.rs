//! `mt-blocks/1`: blocks of 256 draws, each with a Mersenne Twister of its own.

use crate::index::Index;
use crate::mersenne::{LANES, Twister, WORDS, refilled};
use crate::rejection::accept;

/// Draws in a block.
pub const DRAWS: u64 = 256;

/// The twisters of blocks `first .. first + LANES`.
pub fn twisters(seed: u64, first: u64) -> [Twister; LANES] {
    let mut keys = [[0; LANES]; 4];
    for lane in 0..LANES {
        let block = first + lane as u64;
        let words =
            [seed as u32, (seed >> 32) as u32, block as u32, (block >> 32) as u32 | 1 << 31];
        for (row, word) in keys.iter_mut().zip(words) {
            row[lane] = word;
        }
    }
    Twister::seed_lanes(&keys)
}

/// The indices of consecutive blocks, in order.
pub struct Blocks<T> {
    seed: u64,
    clusters: u64,
    twisters: [Twister; LANES],
    lane: usize,
    /// The block after those in `twisters`.
    coming: u64,
    /// Indices that the current block has yet to give.
    left: u64,
    buffer: Vec<T>,
    start: usize,
    end: usize,
}

impl<T: Index> Blocks<T> {
    /// Nothing to read until [`Blocks::begin`].
    pub fn new(seed: u64, clusters: u64) -> Self {
        Self {
            seed,
            clusters,
            twisters: std::array::from_fn(|_| Twister::unseeded()),
            lane: LANES,
            coming: 0,
            left: 0,
            buffer: Vec::new(),
            start: 0,
            end: 0,
        }
    }

    /// Goes to the first index of a draw.
    pub fn begin(&mut self, draw: u64) {
        (self.start, self.end, self.left) = (0, 0, 0);
        self.coming = draw / DRAWS;
        self.lane = LANES;
        for _ in 0..draw % DRAWS {
            self.next(self.clusters as usize);
        }
    }

    /// The next `count` indices.
    #[inline]
    pub fn next(&mut self, count: usize) -> &[T] {
        if self.end - self.start < count {
            self.fill(count);
        }
        let at = self.start;
        self.start += count;
        &self.buffer[at..at + count]
    }

    fn fill(&mut self, count: usize) {
        if self.start + count + T::ROOM > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            self.buffer.resize(self.buffer.len().max(2 * (count + T::ROOM)), T::default());
        }
        if self.clusters == 1 {
            self.end = self.start + count;
            return;
        }
        while self.end < self.start + count {
            if self.left == 0 {
                self.next_block();
            }
            let room = &mut self.buffer[self.end..];
            let mut words = [0; WORDS];
            refilled(&mut self.twisters[self.lane], &mut words);
            let found = accept(&words, self.clusters, room);
            let used = self.left.min(found as u64);
            self.left -= used;
            self.end += used as usize;
        }
    }

    /// What the last block had left over is dropped: nothing carries over to the next.
    fn next_block(&mut self) {
        self.lane += 1;
        if self.lane >= LANES {
            self.twisters = twisters(self.seed, self.coming);
            self.coming += LANES as u64;
            self.lane = 0;
        }
        self.left = DRAWS * self.clusters;
    }
}
