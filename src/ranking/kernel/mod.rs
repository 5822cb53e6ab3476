//! Kernels: the loops over many hands, compiled once for each kind of processor and chosen when the program runs.
//!
//! All kernels give the same strengths. The portable one goes hand by hand through the tables; the others work on 64
//! hands side by side by arithmetic ([`lanes`]) and are the same source, compiled for wider registers.

mod lanes;

use lanes::LANES;

/// A loop over five-card hands; the error is the first row that is no hand, as far as whole groups of 64 go.
type FiveRows = fn(hands: &[u8], out: &mut [u16]) -> Result<(), usize>;

/// The kernel for five cards without wild cards that this processor runs best, if one beats the portable loop.
pub fn five_rows(soko: bool) -> Option<FiveRows> {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("bmi2")
        {
            return Some(if soko { x86::soko_avx512 } else { x86::standard_avx512 });
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            return Some(if soko { x86::soko_avx2 } else { x86::standard_avx2 });
        }
    }
    let _ = soko;
    None
}

/// How many hands a kernel takes at a time.
pub const GROUP: usize = LANES;

#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "functions compiled for more than the least processor may only be called on one that has it"
)]
mod x86 {
    use super::lanes::five_rows;

    macro_rules! compiled_for {
        ($features:literal: $($name:ident = $soko:literal),+) => {$(
            pub fn $name(hands: &[u8], out: &mut [u16]) -> Result<(), usize> {
                #[target_feature(enable = $features)]
                fn compiled(hands: &[u8], out: &mut [u16]) -> Result<(), usize> {
                    five_rows::<$soko>(hands, out)
                }
                // SAFETY: this function is handed out only where the features were detected.
                unsafe { compiled(hands, out) }
            }
        )+};
    }

    compiled_for!("avx512f,avx512bw,avx512vl,avx512vbmi,bmi2": soko_avx512 = true, standard_avx512 = false);
    compiled_for!("avx2,bmi2": soko_avx2 = true, standard_avx2 = false);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lanes_need_no_special_processor() {
        let hands: Vec<u8> = (0..GROUP as u8).flat_map(|i| [i % 48, i % 48 + 1, i % 48 + 2, 50, 51]).collect();
        let mut out = vec![0; GROUP];
        assert_eq!(lanes::five_rows::<true>(&hands, &mut out), Ok(()));
        for (hand, bits) in hands.chunks(5).zip(out) {
            let found = crate::Ranking::default().evaluate_indices(hand, crate::ranking::WildRanks::NONE);
            assert_eq!(found.map(crate::Strength::bits), Ok(bits));
        }
    }
}
