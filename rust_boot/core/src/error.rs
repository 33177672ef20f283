//! Everything that can be refused, one variant a rule.

use std::fmt;

/// Why a request was refused or ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The stream's name is unknown.
    UnknownStream(String),
    /// The seed lies outside the stream's domain.
    Seed(&'static str),
    /// The number of clusters is 0 or above what the stream can index.
    Clusters(u64),
    /// A buffer's length does not match the numbers that describe it.
    Length {
        /// Which buffer.
        what: &'static str,
        /// Bytes expected.
        expected: u64,
        /// Bytes given.
        given: u64,
    },
    /// A sum over one draw may pass 64 bits.
    Overflow,
    /// The result would not fit into memory.
    TooLarge,
    /// A ratio names a column that is not there.
    Column(usize),
    /// A quantile or level p/q outside 0..=1, or with q = 0.
    Level(u64, u64),
    /// A denominator tally is negative, or all are 0.
    Denominator(&'static str),
    /// The exact law has too many states for this engine.
    OutOfReach(&'static str),
    /// A draw contains one of more than 256 clusters over 255 times (for random draws, never).
    Repeated,
    /// The caller asked to stop.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownStream(name) => {
                write!(f, "stream must be mt-blocks/1, python or numpy, got stream={name:?}")
            }
            Self::Seed(rule) => write!(f, "{rule}"),
            Self::Clusters(k) => write!(f, "clusters must be 1 to 2^32, got clusters={k}"),
            Self::Length { what, expected, given } => {
                write!(f, "{what} must have {expected} bytes, got {given}")
            }
            Self::Overflow => {
                write!(f, "a sum over one draw may pass 64 bits; use Python's integers")
            }
            Self::TooLarge => write!(f, "the result does not fit into memory; ask for fewer draws"),
            Self::Column(c) => write!(f, "a ratio names column {c}, which the tallies do not have"),
            Self::Level(p, q) => write!(f, "a level p/q must lie in 0..=1, got {p}/{q}"),
            Self::Denominator(rule) => write!(f, "{rule}"),
            Self::OutOfReach(rule) => write!(f, "{rule}"),
            Self::Repeated => write!(f, "a draw repeats a cluster more than 255 times"),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Error {}
