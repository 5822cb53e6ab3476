//! The tests of a file again, on every other kernel that the processor runs: the kernel is settled once for a process.

use std::process::Command;

use soko::kernel::{Kernel, VARIABLE};

/// All tests of the program but this one, in a process for each other kernel.
#[test]
fn every_other_kernel_passes_these_tests() {
    let skipped = std::env::args().filter(|word| word.starts_with("--skip="));
    let args: Vec<String> = skipped.chain(["--skip=every_other_kernel_passes_these_tests".to_owned()]).collect();
    let (used, best) = (Kernel::chosen().expect("a kernel of this processor"), Kernel::detected());
    for &kernel in best.with_lesser().iter().filter(|&&kernel| kernel != used) {
        let mut tests = Command::new(std::env::current_exe().expect("these tests"));
        let done = tests.args(&args).env(VARIABLE, kernel.name()).output().expect("started");
        let (out, errors) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{}:\n{out}{errors}", kernel.name());
        // Lest nothing was run: the test that looks which kernel it is, among others.
        let looked = "test other_kernels::the_kernel_that_is_asked_for_is_in_use ... ok";
        assert!(out.contains(looked), "{}:\n{out}", kernel.name());
    }
}

/// The kernel that the variable names is the one in use, or the best one.
#[test]
fn the_kernel_that_is_asked_for_is_in_use() {
    let used = Kernel::chosen().expect("a kernel of this processor");
    match std::env::var(VARIABLE) {
        Ok(asked) if !asked.is_empty() => assert_eq!(used.name(), asked),
        _ => assert_eq!(used, Kernel::detected()),
    }
}
