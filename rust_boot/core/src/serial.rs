//! Streams that must be read from their start, one generator for all draws.

use crate::Stream;
use crate::choices::Choices;
use crate::index::Index;
use crate::pcg::Integers;

/// A reader of such a stream.
pub enum Serial {
    /// `python`.
    Choices(Box<Choices>),
    /// `numpy`.
    Integers(Box<Integers>),
}

impl Serial {
    /// None for `mt-blocks/1`, which is read block by block.
    pub fn new(stream: &Stream, clusters: u64) -> Option<Self> {
        match stream {
            Stream::Blocks { .. } => None,
            Stream::Python { key } => Some(Self::Choices(Box::new(Choices::new(key, clusters)))),
            Stream::Numpy { key } => Some(Self::Integers(Box::new(Integers::new(key, clusters)))),
        }
    }

    /// The next indices.
    pub fn fill<T: Index>(&mut self, out: &mut [T]) {
        match self {
            Self::Choices(stream) => stream.fill(out),
            Self::Integers(stream) => stream.fill(out),
        }
    }
}
