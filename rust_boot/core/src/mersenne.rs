//! MT19937 as CPython's `random.Random` seeds and reads it.
//!
//! Source: M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998), with the
//! array initialisation of 2002; word order as in CPython's documentation of `randbytes`.

use crate::cpu::kernel;

/// Twisters seeded side by side; see [`Twister::seed_lanes`].
pub const LANES: usize = 8;

/// Words of state.
pub const WORDS: usize = 624;
const SHIFT: usize = 397;
const GENRAND: [u32; WORDS] = genrand();

/// The generator's state; [`Twister::refill`] makes 624 words at a time.
#[derive(Clone)]
pub struct Twister {
    state: [u32; WORDS],
}

impl Twister {
    /// Seeds from the 32-bit words of an integer, least significant first, at least one word.
    pub fn new(key: &[u32]) -> Self {
        debug_assert!(!key.is_empty());
        let mut state = GENRAND;
        let (mut i, mut j) = (1, 0);
        for _ in 0..key.len().max(WORDS) {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i += 1;
            if i == WORDS {
                state[0] = state[WORDS - 1];
                i = 1;
            }
            j = (j + 1) % key.len();
        }
        for _ in 1..WORDS {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_566_083_941))
                .wrapping_sub(i as u32);
            i += 1;
            if i == WORDS {
                state[0] = state[WORDS - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        Self { state }
    }

    /// A state of zeros, to be replaced before use.
    pub fn unseeded() -> Self {
        Self { state: [0; WORDS] }
    }

    /// Seeds several twisters from keys of four words, `keys[j][lane]` being word j of a lane.
    ///
    /// One seeding is a chain of 1,247 dependent multiplications; side by side they overlap.
    pub fn seed_lanes(keys: &[[u32; LANES]; 4]) -> [Self; LANES] {
        let mut rows = [[0; LANES]; WORDS];
        seed_rows(keys, &mut rows);
        std::array::from_fn(|lane| {
            let mut state: [u32; WORDS] = std::array::from_fn(|i| rows[i][lane]);
            state[0] = 0x8000_0000;
            Self { state }
        })
    }

    /// Steps the state and writes its 624 output words; for use inside a `kernel`.
    #[inline(always)]
    pub fn refill(&mut self, out: &mut [u32; WORDS]) {
        self.twist();
        for (word, &raw) in out.iter_mut().zip(&self.state) {
            *word = temper(raw);
        }
    }

    /// In three stretches without overlap, so that each is one vector loop.
    #[inline(always)]
    fn twist(&mut self) {
        const REST: usize = WORDS - SHIFT;
        let (head, tail) = self.state.split_at_mut(REST);
        let next = tail[0];
        stretch(head, next, &tail[SHIFT - REST..]);
        let (middle, end) = tail.split_at_mut(REST);
        stretch(middle, end[0], head);
        let last = end.len() - 1;
        let closing = end[last];
        stretch(&mut end[..last], closing, middle);
        end[last] = step(closing, head[0], middle[last]);
    }
}

kernel! {
    /// [`Twister::refill`], compiled for this processor.
    pub fn refilled(twister: &mut Twister, words: &mut [u32; WORDS]) {
        twister.refill(words);
    }
}

kernel! {
    fn seed_rows(keys: &[[u32; LANES]; 4], rows: &mut [[u32; LANES]; WORDS]) {
        for (row, word) in rows.iter_mut().zip(GENRAND) {
            *row = [word; LANES];
        }
        let mut last = rows[0];
        for step in 0..WORDS {
            let (i, j) = (step % (WORDS - 1) + 1, step % 4);
            for lane in 0..LANES {
                let mixed = (last[lane] ^ (last[lane] >> 30)).wrapping_mul(1_664_525);
                last[lane] = (rows[i][lane] ^ mixed).wrapping_add(keys[j][lane]).wrapping_add(j as u32);
            }
            rows[i] = last;
        }
        for step in 0..WORDS - 1 {
            let i = (step + 1) % (WORDS - 1) + 1;
            for lane in 0..LANES {
                let mixed = (last[lane] ^ (last[lane] >> 30)).wrapping_mul(1_566_083_941);
                last[lane] = (rows[i][lane] ^ mixed).wrapping_sub(i as u32);
            }
            rows[i] = last;
        }
    }
}

/// Steps every word of `words`; `next` follows the last one, `far` is 397 ahead (mod 624).
#[inline(always)]
fn stretch(words: &mut [u32], next: u32, far: &[u32]) {
    let last = words.len() - 1;
    let far = &far[..=last];
    for i in 0..last {
        words[i] = step(words[i], words[i + 1], far[i]);
    }
    words[last] = step(words[last], next, far[last]);
}

#[inline(always)]
fn step(word: u32, next: u32, far: u32) -> u32 {
    let mixed = (word & 0x8000_0000) | (next & 0x7fff_ffff);
    far ^ (mixed >> 1) ^ ((next & 1).wrapping_neg() & 0x9908_b0df)
}

/// The state that array initialisation starts from: init_genrand(19650218).
const fn genrand() -> [u32; WORDS] {
    let mut state = [0u32; WORDS];
    state[0] = 19_650_218;
    let mut i = 1;
    while i < WORDS {
        let last = state[i - 1];
        state[i] = (last ^ (last >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        i += 1;
    }
    state
}

#[inline(always)]
fn temper(raw: u32) -> u32 {
    let mut y = raw;
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    y ^ (y >> 18)
}
