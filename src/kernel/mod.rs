//! Kernels: hot loops compiled once for each kind of processor, and the choice among them when the program runs.
//!
//! A hot loop is written once, in the words of [`Vector`]: a register of bytes and what can be done with it. Each kernel
//! is a file that says those words in its processor's instructions, and knows no rule of poker, so all of them give the
//! same digits. This folder is the only place in the core with `unsafe`.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) mod neon;
mod portable;
#[cfg(test)]
mod tests;
mod vector;

pub(crate) use portable::Portable;
pub(crate) use vector::{ByRank, Pattern, Repeated, Vector, place_of_eight};

use core::fmt;
use std::env;
use std::sync::OnceLock;

/// The kinds of processor that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2 and BMI2.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ, VL and VBMI.
    Avx512,
    /// 64-bit ARM, of which NEON is a part.
    Neon,
}

/// The environment variable that forces a kernel.
pub const VARIABLE: &str = "SOKO_KERNEL";

/// A kernel was forced that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelError {
    given: String,
    best: Kernel,
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Kernel::ALL.iter().any(|kernel| kernel.name() == self.given);
        let what = if known { "this processor does not support it" } else { "unknown kernel" };
        write!(f, "{VARIABLE}={}: {what}; this processor supports", self.given)?;
        for kernel in self.best.with_lesser() {
            write!(f, " {}", kernel.name())?;
        }
        Ok(())
    }
}

impl core::error::Error for KernelError {}

impl Kernel {
    /// All kernels.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Avx2, Self::Avx512, Self::Neon];

    /// The kernel's name, as [`VARIABLE`] takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// The kernels that a processor runs whose best one this is, the least first.
    #[must_use]
    pub const fn with_lesser(self) -> &'static [Self] {
        match self {
            Self::Portable => &[Self::Portable],
            Self::Avx2 => &[Self::Portable, Self::Avx2],
            Self::Avx512 => &[Self::Portable, Self::Avx2, Self::Avx512],
            Self::Neon => &[Self::Portable, Self::Neon],
        }
    }

    /// The best kernel that this processor runs.
    #[must_use]
    pub fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            if avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi")
            {
                return Self::Avx512;
            }
            if avx2 {
                return Self::Avx2;
            }
        }
        if cfg!(all(target_arch = "aarch64", target_endian = "little")) { Self::Neon } else { Self::Portable }
    }

    /// The kernel in use: the best one, or the one that [`VARIABLE`] names. Settled at the first call.
    ///
    /// # Errors
    /// [`KernelError`] when the variable names none that this processor runs.
    pub fn chosen() -> Result<Self, KernelError> {
        static CHOSEN: OnceLock<Result<Kernel, KernelError>> = OnceLock::new();
        CHOSEN.get_or_init(|| Self::choose(env::var(VARIABLE).ok().as_deref(), Self::detected())).clone()
    }

    fn choose(forced: Option<&str>, best: Self) -> Result<Self, KernelError> {
        let Some(given) = forced.filter(|given| !given.is_empty()) else { return Ok(best) };
        let named = best.with_lesser().iter().find(|kernel| kernel.name() == given);
        named.copied().ok_or_else(|| KernelError { given: given.to_owned(), best })
    }

    /// The kernel in use; the best one where the variable makes no sense, since loops have no way to complain.
    #[inline]
    pub(crate) fn current() -> Self {
        static CURRENT: OnceLock<Kernel> = OnceLock::new();
        *CURRENT.get_or_init(|| Self::chosen().unwrap_or_else(|error| error.best))
    }
}

/// Makes a function that runs another, which must be `#[inline(always)]`, as compiled for the kernel in use: with the
/// kernel's registers as its first type.
macro_rules! by_kernel {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident($($arg:ident: $kind:ty),* $(,)?) -> $out:ty = $body:ident<$vector:ident $(, $more:tt)*>
    ) => {
        $(#[$meta])*
        #[allow(unsafe_code, reason = "what is compiled for a better processor may only be called on one")]
        $vis fn $name($($arg: $kind),*) -> $out {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,bmi2,popcnt")]
                fn avx512($($arg: $kind),*) -> $out {
                    $body::<$crate::kernel::avx512::Avx512 $(, $more)*>($($arg),*)
                }
                #[target_feature(enable = "avx2,bmi2,popcnt")]
                fn avx2($($arg: $kind),*) -> $out {
                    $body::<$crate::kernel::avx2::Avx2 $(, $more)*>($($arg),*)
                }
                match $crate::kernel::Kernel::current() {
                    // SAFETY: a kernel is in use only where its features were detected.
                    $crate::kernel::Kernel::Avx512 => return unsafe { avx512($($arg),*) },
                    // SAFETY: as above.
                    $crate::kernel::Kernel::Avx2 => return unsafe { avx2($($arg),*) },
                    $crate::kernel::Kernel::Portable | $crate::kernel::Kernel::Neon => {}
                }
            }
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            if $crate::kernel::Kernel::current() == $crate::kernel::Kernel::Neon {
                return $body::<$crate::kernel::neon::Neon $(, $more)*>($($arg),*);
            }
            $body::<$crate::kernel::Portable $(, $more)*>($($arg),*)
        }
    };
}
pub(crate) use by_kernel;
