//! Streams that must be read from their start.

use crate::Stream;
use crate::indices::Index;

/// A reader of such a stream.
pub struct Serial;

impl Serial {
    /// None for `mt-blocks/1`, which is read block by block.
    pub fn new(stream: &Stream, clusters: u64) -> Option<Self> {
        let _ = clusters;
        match stream {
            Stream::Blocks { .. } => None,
            _ => Some(Self),
        }
    }

    /// The next indices.
    pub fn fill<T: Index>(&mut self, out: &mut [T]) {
        out.fill(T::default());
    }
}
