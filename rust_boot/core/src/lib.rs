//! Whole-cluster bootstrap over integers: named streams, sums, order statistics, the exact law.
//!
//! Nothing here knows Python, metrics or files. Integers go in, integers come out, and the
//! number of threads and the processor never change a value.

pub mod error;
pub mod indices;
pub mod blocks;
pub mod choices;
mod cpu;
pub mod mersenne;
pub mod pcg;
pub mod rejection;
pub mod serial;
pub mod stream;
pub mod sums;
pub mod tallies;
pub mod workers;

pub use error::Error;
pub use stream::Stream;
