//! Whole-cluster bootstrap over integers: named streams, sums, order statistics, the exact law.
//!
//! Nothing here knows Python, metrics or files. Integers go in, integers come out, and the
//! number of threads and the processor never change a value.

mod adding;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod band;
mod blocks;
mod choices;
mod columns;
mod counting;
mod cpu;
pub mod error;
mod gathering;
mod grid;
mod histogram;
mod index;
pub mod indices;
pub mod law;
mod mersenne;
pub mod ordered;
pub mod orders;
mod packing;
mod pcg;
mod ratio;
mod rejection;
mod rows;
mod serial;
mod sifting;
pub mod stream;
pub mod sums;
pub mod tallies;
#[cfg(test)]
mod twins;
mod workers;

pub use error::Error;
pub use stream::Stream;
