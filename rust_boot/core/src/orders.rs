//! Order statistics of ratios of summed tallies, exact, without keeping the draws.

use crate::adding::Adding;
use crate::band::Band;
use crate::columns::Columns;
use crate::histogram::Histogram;
use crate::index::{Feed, Index};
use crate::ordered::{Level, Ordered, Pair, lowest, rank};
use crate::packing::Packed;
use crate::ratio::{Large, Middle, Ratio, Small};
use crate::rows::{Rows, TILE};
use crate::sifting;
use crate::tallies::Tallies;
use crate::workers::{self, Job, Lot, Worker};
use crate::{Error, Stream};

/// Which ratios of which draws.
pub struct Question<'a> {
    /// The stream, with its seed.
    pub stream: &'a Stream,
    /// The clusters' integers.
    pub tallies: &'a Tallies,
    /// The ratios.
    pub ratios: &'a [Pair],
    /// Draws 0 to this.
    pub draws: u64,
    /// The levels, the same for every ratio.
    pub levels: &'a [Level],
}

/// Standard deviations of a rank by which bands are wider than needed, at the first attempt.
const MARGIN: f64 = 4.0;

/// Answers a question; the threads share its draws, or its ratios where these are the more work.
pub fn order_statistics(
    question: &Question,
    threads: usize,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Ordered>, Error> {
    check(question)?;
    let (crew, ratios) = (workers::crew(threads), question.ratios.len());
    if crew == 1 || ratios < MANY * crew || ratios < 2 * question.tallies.clusters {
        return answer(question, crew, should_stop);
    }
    let parts = question.ratios.chunks(ratios.div_ceil(crew)).collect();
    let parts = workers::apart(parts, should_stop, |ratios, stop| {
        answer(&Question { ratios, ..*question }, 1, stop)
    });
    let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(parts.into_iter().flatten().collect())
}

/// Ratios worth a thread that draws everything by itself.
const MANY: usize = 64;

/// Ratios whose band turns out too narrow are asked again with a wider one.
fn answer(
    question: &Question,
    crew: usize,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Ordered>, Error> {
    let mut found: Vec<Option<Ordered>> = vec![None; question.ratios.len()];
    let mut margin = MARGIN;
    loop {
        let open: Vec<usize> = (0..found.len()).filter(|i| found[*i].is_none()).collect();
        if open.is_empty() {
            return Ok(found.into_iter().flatten().collect());
        }
        let ratios: Vec<Pair> = open.iter().map(|i| question.ratios[*i]).collect();
        let again = Question { ratios: &ratios, ..*question };
        for (i, answer) in open.into_iter().zip(attempt(&again, margin, crew, should_stop)?) {
            found[i] = answer;
        }
        margin *= 4.0;
    }
}

fn check(question: &Question) -> Result<(), Error> {
    let columns = question.ratios.iter().flat_map(|(n, d)| [n, d]);
    if let Some(column) = columns.copied().find(|c| *c >= question.tallies.columns) {
        return Err(Error::Column(column));
    }
    match question.levels.iter().find(|(p, q)| *q == 0 || p > q) {
        Some((p, q)) => Err(Error::Level(*p, *q)),
        None => Ok(()),
    }
}

fn attempt(
    question: &Question,
    margin: f64,
    crew: usize,
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Option<Ordered>>, Error> {
    let clusters = question.tallies.clusters as u64;
    let job = Job { stream: question.stream, clusters, first: 0, draws: question.draws };
    let workers = vec![Orders::new(question, margin, crew); crew];
    let lots = job.lots(crew).map(|lot| (lot, ()));
    let workers = workers::run(&job, workers, lots, should_stop)?;
    workers.iter().try_for_each(|worker| worker.adding.verdict())?;
    Ok(gathered(question, workers, crew))
}

/// Ratios worth a thread of their own when what the workers kept is put together.
const WORTH: usize = 32;

fn gathered(question: &Question, workers: Vec<Orders>, crew: usize) -> Vec<Option<Ordered>> {
    let mut parts: Vec<Vec<Kept>> = question.ratios.iter().map(|_| Vec::new()).collect();
    for worker in workers {
        for (kept, parts) in worker.kept.into_iter().zip(&mut parts) {
            parts.push(kept);
        }
    }
    // Given back in one thread at the end: freeing each other's memory, threads would wait in turn.
    let each: Vec<&mut Vec<Kept>> = parts.iter_mut().collect();
    workers::mapped(each, crew, WORTH, |parts| joined(parts, question.levels))
}

/// One ratio's places among the packed columns, and what its draws gave.
#[derive(Clone)]
enum Kept {
    Constant(Histogram),
    Small(Watched<Small>),
    Middle(Watched<Middle>),
    Large(Watched<Large>),
}

/// A band for each level.
#[derive(Clone)]
struct Watched<V> {
    numerator: usize,
    denominator: usize,
    biases: [i64; 2],
    /// Every draw's denominator is above 0.
    positive: bool,
    defined: u64,
    bands: Vec<Band<V>>,
}

fn joined(parts: &mut [Kept], levels: &[Level]) -> Option<Ordered> {
    let (mut constant, mut small, mut middle, mut large) = (vec![], vec![], vec![], vec![]);
    for part in parts {
        match part {
            Kept::Constant(histogram) => constant.push(histogram),
            Kept::Small(watched) => small.push(watched),
            Kept::Middle(watched) => middle.push(watched),
            Kept::Large(watched) => large.push(watched),
        }
    }
    if !constant.is_empty() {
        return Some(Histogram::joined(constant, levels));
    }
    match (small.is_empty(), middle.is_empty()) {
        (false, _) => ranked(small, levels),
        (_, false) => ranked(middle, levels),
        _ => ranked(large, levels),
    }
}

fn ranked<V: Ratio>(mut parts: Vec<&mut Watched<V>>, levels: &[Level]) -> Option<Ordered> {
    let defined = parts.iter().map(|part| part.defined).sum();
    let mut ends = Vec::new();
    for (i, level) in levels.iter().enumerate().filter(|_| defined > 0) {
        let mut bands: Vec<_> = parts.iter_mut().map(|part| &mut part.bands[i]).collect();
        let found = Band::at(&mut bands, rank(defined, *level), defined)?;
        ends.push(found.map(|value| lowest(value.parts())));
    }
    Some(Ordered { defined, ends })
}

/// A thread's share of the work.
#[derive(Clone)]
struct Orders<'a> {
    levels: &'a [Level],
    margin: f64,
    /// Draws that this worker will see, about: narrowing near the end is not worth its time.
    share: u64,
    /// Draws seen, and when to narrow the bands again.
    seen: u64,
    next: u64,
    adding: Adding,
    columns: Columns,
    kept: Vec<Kept>,
}

/// Draws seen before the first narrowing; each later one waits for four times as many.
const FIRST: u64 = 128;

impl<'a> Orders<'a> {
    fn new(question: &Question<'a>, margin: f64, crew: usize) -> Self {
        let tallies = question.tallies;
        let constant = |column: usize| tallies.lows[column] == tallies.highs[column];
        let binned =
            |(n, d): Pair| constant(d) && tallies.lows[d] > 0 && Histogram::suits(tallies, n);
        let needed = question.ratios.iter().flat_map(|pair| {
            let denominator = (!binned(*pair)).then_some(pair.1);
            std::iter::once(pair.0).chain(denominator)
        });
        let packed = Packed::new(tallies, needed);
        let adding = Adding::new(&packed);
        let narrow = matches!(adding, Adding::Bytes(_) | Adding::Halves(_));
        let kept = question.ratios.iter().map(|pair| {
            if binned(*pair) {
                return Kept::Constant(Histogram::new(tallies, &packed, *pair));
            }
            let size = tallies.most(pair.0).max(tallies.most(pair.1));
            let signed = tallies.lows[pair.1] < 0;
            match size {
                ..0x8000 if narrow && !signed => Kept::Small(watched(question, &packed, *pair)),
                ..0x8000_0000 => Kept::Middle(watched(question, &packed, *pair)),
                _ => Kept::Large(watched(question, &packed, *pair)),
            }
        });
        let kept: Vec<Kept> = kept.collect();
        let columns = Columns::new(&packed, kept.iter().any(|kept| matches!(kept, Kept::Small(_))));
        let (levels, share) = (question.levels, question.draws / crew as u64);
        Self { levels, margin, share, seen: 0, next: FIRST, adding, columns, kept }
    }
}

fn watched<V: Ratio>(question: &Question, packed: &Packed, pair: Pair) -> Watched<V> {
    let (numerator, denominator) = (packed.place(pair.0), packed.place(pair.1));
    Watched {
        numerator,
        denominator,
        biases: [packed.bias(numerator), packed.bias(denominator)],
        positive: question.tallies.lows[pair.1] > 0,
        defined: 0,
        bands: vec![Band::default(); question.levels.len()],
    }
}

impl Worker<()> for Orders<'_> {
    fn take<T: Index>(&mut self, lot: Lot, _part: &mut (), feed: &mut impl Feed<T>) {
        let mut left = lot.draws as usize;
        while left > 0 {
            let draws = left.min(TILE);
            let Some(rows) = self.adding.add(draws, feed) else { return };
            self.columns.turn(rows, draws);
            for kept in &mut self.kept {
                match kept {
                    Kept::Constant(histogram) => histogram.count(rows, draws),
                    Kept::Small(watched) => {
                        let numerators = self.columns.column(watched.numerator);
                        let denominators = self.columns.column(watched.denominator);
                        let bands = &mut watched.bands;
                        watched.defined += sifting::sift(numerators, denominators, draws, bands);
                    }
                    Kept::Middle(watched) => match rows {
                        Rows::Middle { sums, stride } if watched.positive => {
                            watched.sift(sums, stride, draws);
                        }
                        _ => watched.push(rows, draws),
                    },
                    Kept::Large(watched) => watched.push(rows, draws),
                }
            }
            left -= draws;
            self.seen += draws as u64;
            if self.seen >= self.next {
                self.next = self.seen * 4;
                self.narrow();
            }
        }
        self.bound();
    }
}

impl Orders<'_> {
    /// Narrows the bands, unless too few draws are left for that to pay.
    fn narrow(&mut self) {
        if self.share < 2 * self.seen {
            return;
        }
        for kept in &mut self.kept {
            match kept {
                Kept::Constant(_) => {}
                Kept::Small(watched) => watched.narrow(self.levels, self.margin),
                Kept::Middle(watched) => watched.narrow(self.levels, self.margin),
                Kept::Large(watched) => watched.narrow(self.levels, self.margin),
            }
        }
    }

    /// Keeps the memory of every band bounded.
    fn bound(&mut self) {
        for kept in &mut self.kept {
            match kept {
                Kept::Constant(_) => {}
                Kept::Small(watched) => watched.bands.iter_mut().for_each(Band::bound),
                Kept::Middle(watched) => watched.bands.iter_mut().for_each(Band::bound),
                Kept::Large(watched) => watched.bands.iter_mut().for_each(Band::bound),
            }
        }
    }
}

impl Watched<Middle> {
    /// The usual case of many clusters, a tile at a time.
    fn sift(&mut self, sums: &[i32], stride: usize, draws: usize) {
        let column = |place: usize, bias: i64| {
            let mut column = [1; TILE];
            for (to, from) in column.iter_mut().zip(sums.chunks_exact(stride)).take(draws) {
                *to = (i64::from(from[place]) + bias) as i32;
            }
            column
        };
        let tops = column(self.numerator, self.biases[0]);
        let bottoms = column(self.denominator, self.biases[1]);
        for band in &mut self.bands {
            band.reserve(TILE);
            sifting::sift_middle(&tops, &bottoms, draws, band);
        }
        self.defined += draws as u64;
    }
}

impl<V: Ratio> Watched<V> {
    #[inline(always)]
    fn push(&mut self, rows: Rows, draws: usize) {
        for draw in 0..draws {
            let numerator = rows.at(draw, self.numerator).wrapping_add(self.biases[0]);
            let denominator = rows.at(draw, self.denominator).wrapping_add(self.biases[1]);
            if denominator == 0 {
                continue;
            }
            let sign = denominator.signum();
            let value = V::new(numerator * sign, denominator * sign);
            self.defined += 1;
            for band in &mut self.bands {
                band.reserve(1);
                band.push(value);
            }
        }
    }

    fn narrow(&mut self, levels: &[Level], margin: f64) {
        for (band, level) in self.bands.iter_mut().zip(levels).filter(|_| self.defined > 0) {
            band.narrow(self.defined, *level, margin);
        }
    }
}
