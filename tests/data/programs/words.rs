// words.rs ROUNDS - counts words and sorts them: iterators, closures and hash tables that are inlined into each other.
use std::collections::HashMap;
fn count(n: u64) -> HashMap<String, u64> {
    let mut words = HashMap::new();
    let mut x = 1u64;
    for _ in 0..n {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *words.entry(format!("w{}", x >> 50)).or_insert(0) += 1;
    }
    words
}
fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20);
    for _ in 0..rounds {
        let mut list: Vec<_> = count(20000).into_iter().collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        std::hint::black_box(list);
    }
}
