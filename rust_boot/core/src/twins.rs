//! The whole engine both ways: the portable code against the code for AVX2.

use crate::cpu::PORTABLE;
use crate::orders::{Question, order_statistics};
use crate::sums::{size, sums};
use crate::tallies::Tallies;
use crate::{Stream, indices};

fn both_ways<R: PartialEq + std::fmt::Debug>(run: impl Fn() -> R) {
    let found = run();
    PORTABLE.set(true);
    let portable = run();
    PORTABLE.set(false);
    assert_eq!(found, portable);
}

/// Columns of random integers, then a column of denominators.
fn tallies(clusters: u64, columns: usize, low: i64, high: i64, least: i64) -> Tallies {
    let mut state = clusters + columns as u64;
    let mut random = |low: i64, high: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        low + (state >> 33) as i64 % (high - low + 1)
    };
    let values = (0..clusters as usize * columns)
        .map(|i| if i % columns == columns - 1 { random(least, high) } else { random(low, high) });
    let bytes: Vec<u8> = values.flat_map(i64::to_le_bytes).collect();
    Tallies::new(&bytes, clusters, columns).unwrap()
}

fn equal(clusters: u64, columns: usize, low: i64, high: i64, least: i64, draws: u64) {
    let tallies = &tallies(clusters, columns, low, high, least);
    let ratios: Vec<_> = (0..columns).map(|column| (column, columns - 1)).collect();
    for name in ["mt-blocks/1", "python", "numpy"] {
        let stream = &Stream::new(name, &[7, 0, 0, 0]).unwrap();
        both_ways(|| {
            let mut out = vec![0; size(columns, draws).unwrap()];
            sums(stream, tallies, 3, 1, &mut out, &mut || false).unwrap();
            out
        });
        both_ways(|| {
            let mut out = vec![0; indices::size(clusters, 40).unwrap()];
            indices::indices(stream, clusters, 0, &mut out, &mut || false).unwrap();
            out
        });
        both_ways(|| {
            let levels = &[(1, 40), (1, 2), (39, 40)];
            let question = Question { stream, tallies, ratios: &ratios, draws, levels };
            order_statistics(&question, 1, &mut || false).unwrap()
        });
    }
}

#[test]
fn portable_rows_of_bytes_equal_vectors() {
    equal(96, 27, 0, 3, 3, 400);
    equal(13, 70, 0, 45, 1, 700);
    equal(48, 201, 0, 12, 0, 300);
    equal(2, 3, -1, 1, 0, 2000);
    equal(300, 40, 0, 9, 1, 200);
}

#[test]
fn portable_rows_of_halves_equal_vectors() {
    equal(13, 40, -200, 2000, 1, 500);
}

#[test]
fn portable_counts_equal_vectors() {
    equal(300, 9, 0, 99, 1, 200);
    equal(2000, 4, 0, 127, 1, 40);
    equal(400, 3, -9000, 9000, 0, 40);
    equal(70_000, 2, 0, 5, 1, 5);
}

#[test]
fn portable_laws_equal_vectors() {
    for clusters in [5, 13, 20] {
        let tallies = tallies(clusters, 2, 0, 4, 1);
        let column = |c| (0..clusters as usize).map(|k| tallies.at(k, c)).collect::<Vec<_>>();
        both_ways(|| crate::law::quantiles(&column(0), &column(1), &[(1, 40), (1, 2)]));
    }
}
