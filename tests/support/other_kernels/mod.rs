//! The tests of a file again, on every other kernel that the processor runs: the kernel is settled once for a process.

use std::process::Command;

use soko::kernel::{Kernel, VARIABLE};

/// Runs the tests of this program but for the named one, which calls this, in a process for each other kernel. Among them
/// is one called `the_kernel_that_is_asked_for_is_in_use`, which calls [`asked_for_is_in_use`].
#[track_caller]
pub fn pass_without(this: &str) {
    let skipped = std::env::args().filter(|word| word.starts_with("--skip="));
    let args: Vec<String> = skipped.chain([format!("--skip={this}")]).collect();
    let (used, best) = (Kernel::chosen().expect("a kernel of this processor"), Kernel::detected());
    for &kernel in best.with_lesser().iter().filter(|&&kernel| kernel != used) {
        let mut tests = Command::new(std::env::current_exe().expect("these tests"));
        let done = tests.args(&args).env(VARIABLE, kernel.name()).output().expect("started");
        let (out, errors) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{}:\n{out}{errors}", kernel.name());
        // Lest nothing was run: the test that looks which kernel it is, among others.
        assert!(out.contains("test the_kernel_that_is_asked_for_is_in_use ... ok"), "{}:\n{out}", kernel.name());
    }
}

/// The kernel that the variable names is the one in use, or the best one.
#[track_caller]
pub fn asked_for_is_in_use() {
    let used = Kernel::chosen().expect("a kernel of this processor");
    match std::env::var(VARIABLE) {
        Ok(asked) if !asked.is_empty() => assert_eq!(used.name(), asked),
        _ => assert_eq!(used, Kernel::detected()),
    }
}
