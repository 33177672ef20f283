//! Run-time choice between the portable code and the same code compiled for AVX2.

/// Whether this processor has what the AVX2 versions are compiled for.
#[inline]
pub fn avx2() -> bool {
    #[cfg(test)]
    if PORTABLE.get() {
        return false;
    }
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Defines a function that exists twice, for the baseline and for AVX2, and picks one when called.
macro_rules! kernel {
    (
        $(#[$note:meta])*
        $vis:vis fn $name:ident $(<$generic:ident: $bound:path>)? ($($arg:ident: $type:ty),* $(,)?)
        $(-> $out:ty)? $body:block
    ) => {
        $(#[$note])*
        $vis fn $name $(<$generic: $bound>)? ($($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            fn portable $(<$generic: $bound>)? ($($arg: $type),*) $(-> $out)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi2,popcnt")]
            fn avx2 $(<$generic: $bound>)? ($($arg: $type),*) $(-> $out)? {
                portable($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            if $crate::cpu::avx2() {
                // SAFETY: the processor was just seen to have every enabled feature.
                return unsafe { avx2($($arg),*) };
            }
            portable($($arg),*)
        }
    };
}

pub(crate) use kernel;

#[cfg(test)]
thread_local! {
    /// Whether this thread does without AVX2; work on one thread stays on the caller's.
    pub static PORTABLE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}
