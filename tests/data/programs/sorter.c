/*
 * sorter.c - sorts numbers for some tenths of a second, without a library, so that its file is all that perf.data needs.
 *
 *     gcc -O2 -g -static -nostdlib -ffreestanding sorter.c
 */
static unsigned long numbers[256], seed = 1;
static volatile unsigned long sink;

static inline __attribute__((always_inline)) unsigned long mix(unsigned long x)
{
    for (int i = 0; i < 40; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}

__attribute__((noinline)) static void fill(int n)
{
    for (int i = 0; i < n; i++)
        numbers[i] = seed = mix(seed + (unsigned long)i);
}

static inline __attribute__((always_inline)) int is_before(unsigned long a, unsigned long b)
{
    return mix(a) < mix(b);
}

__attribute__((noinline)) static void sort(int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && is_before(numbers[k], numbers[k - 1]); k--) {
            unsigned long swapped = numbers[k];
            numbers[k] = numbers[k - 1];
            numbers[k - 1] = swapped;
        }
}

__attribute__((noinline)) static unsigned long descend(int depth)
{
    return depth == 0 ? mix(seed) : descend(depth - 1) + mix((unsigned long)depth);
}

__attribute__((noinline)) static void work(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        fill(256);
        sort(64);
        sink += descend(12);
    }
}

__attribute__((noinline)) static int run(void)
{
    work(700);
    return sink == 42;
}

__attribute__((noreturn, used)) static void leave(int status)
{
    __asm__ volatile("syscall" : : "a"(231), "D"(status) : "rcx", "r11", "memory");
    __builtin_unreachable();
}

__attribute__((noreturn, force_align_arg_pointer)) void _start(void)
{
    leave(run());
}
