//! How Ctrl-C is noticed: the watch of long work, which also reports how far it has come, and short work in steps.

use std::ops::Range;

use pyo3::prelude::*;
use soko::workers::Watch;

use crate::errors::PlanError;

/// Looks at the signals and reports to Python how far the work has come; what that raises stops the work. So does an
/// interpreter that ends while a daemon thread is at work.
pub struct SignalWatch {
    watch: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Watch for SignalWatch {
    fn go_on(&mut self, done: u64) -> bool {
        let report = |py: Python<'_>| self.watch.as_ref().map_or(Ok(()), |watch| watch.call1(py, (done,)).map(drop));
        if self.raised.is_none() {
            match Python::try_attach(|py| py.check_signals().and_then(|()| report(py)).err()) {
                Some(raised) => self.raised = raised,
                None => return false,
            }
        }
        self.raised.is_none()
    }
}

impl SignalWatch {
    /// Looks for signals, and calls the watch if there is one.
    pub const fn new(watch: Option<Py<PyAny>>) -> Self {
        Self { watch, raised: None }
    }

    /// What was raised, if something was.
    pub fn raised(self) -> Option<PyErr> {
        self.raised
    }

    /// What came of the work, or what was raised.
    pub fn outcome<T>(self, done: Option<T>) -> PyResult<T> {
        let stopped = || PlanError::new_err("the work was stopped");
        self.raised.map_or_else(|| done.ok_or_else(stopped), Err)
    }
}

/// Return how many threads this process can run at once: its cores, fewer where it is bound to some of them or where its
/// container has a quota of their time.
#[pyfunction]
pub fn cores() -> usize {
    soko::workers::cores()
}

/// Does work on numbers below `total`, `most` at a time, and looks at the signals in between.
pub fn in_steps(
    py: Python<'_>,
    total: usize,
    most: usize,
    mut work: impl FnMut(Range<usize>) -> PyResult<()>,
) -> PyResult<()> {
    for from in (0..total).step_by(most) {
        work(from..total.min(from.saturating_add(most)))?;
        py.check_signals()?;
    }
    Ok(())
}
