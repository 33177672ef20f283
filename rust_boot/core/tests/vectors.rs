//! The streams against the vector files that the Python tests read too.

use fe_boot_core::Stream;
use fe_boot_core::indices::{indices, size};

const STREAMS: &str = include_str!("../../../tests/vectors/streams.tsv");

/// |seed| in little-endian 32-bit words, from its decimal digits.
fn octets(decimal: &str) -> Vec<u8> {
    let mut words = vec![0u32];
    for digit in decimal.trim_start_matches('-').bytes() {
        let mut carry = u64::from(digit - b'0');
        for word in &mut words {
            carry += u64::from(*word) * 10;
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            words.push(carry as u32);
        }
    }
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn fnv1a64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn shown(bytes: &[u8], expected: &str) -> String {
    if expected.starts_with("fnv1a64:") {
        return format!("fnv1a64:{:016x}", fnv1a64(bytes));
    }
    let words =
        bytes.chunks_exact(4).map(|w| u32::from_le_bytes(w.try_into().unwrap()).to_string());
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn indices_equal_the_vectors() {
    let mut seen = 0;
    let rows = STREAMS.lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in rows {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok([name, seed, clusters, first, draws, expected]) = <[&str; 6]>::try_from(fields)
        else {
            panic!("not six fields: {line}");
        };
        if name == "python-randrange" {
            continue;
        }
        let stream = Stream::new(name, &octets(seed)).unwrap();
        let number = |text: &str| text.parse::<u64>().unwrap();
        let (clusters, first, draws) = (number(clusters), number(first), number(draws));
        let mut found = vec![0; size(clusters, draws).unwrap()];
        indices(&stream, clusters, first, &mut found, &mut || false).unwrap();
        assert_eq!(expected, shown(&found, expected), "{name} {seed} {clusters} {first} {draws}");
        seen += 1;
    }
    assert!(seen > 100, "only {seen} vectors");
}

const LAW: &str = include_str!("../../../tests/vectors/law.tsv");

#[test]
fn law_quantiles_equal_the_vectors() {
    let mut seen = 0;
    for line in LAW.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok([top, bottom, p, q, num, den]) = <[&str; 6]>::try_from(fields) else {
            panic!("not six fields: {line}");
        };
        let list = |text: &str| text.split(' ').map(|v| v.parse().unwrap()).collect::<Vec<i64>>();
        let level = [(p.parse().unwrap(), q.parse().unwrap())];
        let found = fe_boot_core::law::quantiles(&list(top), &list(bottom), &level);
        assert_eq!(found, Ok(vec![(num.parse().unwrap(), den.parse().unwrap())]), "{line}");
        seen += 1;
    }
    assert!(seen > 100, "only {seen} vectors");
}
