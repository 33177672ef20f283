//! The streams by name, and the seeds each accepts.

use crate::Error;

/// A named, specified sequence of cluster indices, with its seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stream {
    /// The kit's own: blocks of 256 draws, each seeded by itself.
    Blocks {
        /// 0 ≤ seed < 2^64.
        seed: u64,
    },
    /// CPython's `random.Random(seed)`, indices as `choices` draws them.
    Python {
        /// 32-bit words of |seed|, least significant first.
        key: Vec<u32>,
    },
    /// NumPy's `default_rng(seed).integers(0, K)`.
    Numpy {
        /// 32-bit words of the seed, least significant first.
        key: Vec<u32>,
    },
}

impl Stream {
    /// Reads a stream's name and the little-endian 32-bit words of its seed's absolute value.
    pub fn new(name: &str, seed: &[u8]) -> Result<Self, Error> {
        if seed.is_empty() || !seed.len().is_multiple_of(4) {
            return Err(Error::Seed("a seed is given as whole 32-bit words, at least one"));
        }
        let mut key: Vec<u32> = seed.as_chunks().0.iter().map(|w| u32::from_le_bytes(*w)).collect();
        while key.len() > 1 && key.last() == Some(&0) {
            key.pop();
        }
        match name {
            "mt-blocks/1" if key.len() > 2 => {
                Err(Error::Seed("mt-blocks/1 needs a seed below 2^64"))
            }
            "mt-blocks/1" => {
                let high = key.get(1).copied().unwrap_or(0);
                Ok(Self::Blocks { seed: u64::from(high) << 32 | u64::from(key[0]) })
            }
            "python" => Ok(Self::Python { key }),
            "numpy" => Ok(Self::Numpy { key }),
            _ => Err(Error::UnknownStream(name.to_owned())),
        }
    }
}
