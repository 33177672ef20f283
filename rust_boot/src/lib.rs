//! The only file that knows Python; it converts, calls the core once, and maps the error.

use fe_boot_core as core;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

#[pymodule]
mod fe_boot {
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("SEAM", 1)
    }

    #[pyfunction]
    #[pyo3(signature = (stream, seed, clusters, draws, first, /))]
    fn indices<'py>(
        py: Python<'py>,
        stream: &str,
        seed: &[u8],
        clusters: u64,
        draws: u64,
        first: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let stream = core::Stream::new(stream, seed).map_err(refusal)?;
        let size = core::indices::size(clusters, draws).map_err(refusal)?;
        PyBytes::new_with(py, size, |out| {
            Watch::default()
                .run(py, |stop| core::indices::indices(&stream, clusters, first, out, stop))
        })
    }

    #[pyfunction]
    #[pyo3(signature = (stream, seed, tallies, clusters, columns, draws, first, threads, /))]
    #[allow(clippy::too_many_arguments)]
    fn sums<'py>(
        py: Python<'py>,
        stream: &str,
        seed: &[u8],
        tallies: &[u8],
        clusters: u64,
        columns: usize,
        draws: u64,
        first: u64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let stream = core::Stream::new(stream, seed).map_err(refusal)?;
        let tallies = core::tallies::Tallies::new(tallies, clusters, columns).map_err(refusal)?;
        let size = core::sums::size(columns, draws).map_err(refusal)?;
        PyBytes::new_with(py, size, |out| {
            Watch::default()
                .run(py, |stop| core::sums::sums(&stream, &tallies, first, threads, out, stop))
        })
    }

    #[pyfunction]
    #[pyo3(signature = (stream, seed, tallies, clusters, columns, ratios, draws, quantiles, threads, /))]
    #[allow(clippy::too_many_arguments)]
    fn order_statistics(
        py: Python<'_>,
        stream: &str,
        seed: &[u8],
        tallies: &[u8],
        clusters: u64,
        columns: usize,
        ratios: Vec<(usize, usize)>,
        draws: u64,
        quantiles: Vec<(u64, u64)>,
        threads: usize,
    ) -> PyResult<Vec<Ordered>> {
        let found = Watch::default().run(py, |stop| {
            let stream = &core::Stream::new(stream, seed)?;
            let tallies = &core::tallies::Tallies::new(tallies, clusters, columns)?;
            let (ratios, levels) = (&ratios, &quantiles);
            let question = core::orders::Question { stream, tallies, ratios, draws, levels };
            core::orders::order_statistics(&question, threads, stop)
        });
        Ok(found?
            .into_iter()
            .map(|one| (one.defined, one.ends.into_iter().map(flat).collect()))
            .collect())
    }

    #[pyfunction]
    #[pyo3(signature = (numerators, denominators, clusters, levels, /))]
    fn law_quantiles(
        py: Python<'_>,
        numerators: &[u8],
        denominators: &[u8],
        clusters: u64,
        levels: Vec<(u64, u64)>,
    ) -> PyResult<Vec<(i64, i64)>> {
        Watch::default().run(py, |_| {
            let numerators = core::tallies::column(numerators, clusters)?;
            let denominators = core::tallies::column(denominators, clusters)?;
            core::law::quantiles(&numerators, &denominators, &levels)
        })
    }
}

/// Defined draws, and (low numerator, low denominator, high numerator, high denominator) a level.
type Ordered = (u64, Vec<(i64, i64, i64, i64)>);

fn flat([low, high]: [(i64, i64); 2]) -> (i64, i64, i64, i64) {
    (low.0, low.1, high.0, high.1)
}

/// Asks Python for pending signals and keeps the exception that one raised.
#[derive(Default)]
struct Watch {
    raised: Option<PyErr>,
}

impl Watch {
    /// Runs one call of the core without the interpreter, and maps its error.
    fn run<T: Send>(
        mut self,
        py: Python<'_>,
        call: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T, core::Error> + Send,
    ) -> PyResult<T> {
        let found = py.detach(|| {
            call(&mut || {
                // A signal is raised once; the core may ask again.
                if self.raised.is_none() {
                    self.raised = Python::attach(|py| py.check_signals()).err();
                }
                self.raised.is_some()
            })
        });
        found.map_err(|error| match (error, self.raised) {
            (core::Error::Stopped, Some(raised)) => raised,
            (error, _) => refusal(error),
        })
    }
}

/// The one place where the core's errors become Python's.
fn refusal(error: core::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
