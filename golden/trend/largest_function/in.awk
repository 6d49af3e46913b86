# points/p-10.folded and on: shares of i ^ -power, each off by 6 % and by its own chance. of_first: what the largest has by point.
function chance() { x = (x * 69069 + 12345) % 2147483648; return x / 2147483648 }
function normal(  sum, i) { sum = -6; for (i = 0; i < 12; i++) sum += chance(); return sum }
BEGIN {
    x = seed
    for (i = 1; i <= functions; i++) all += i ^ -power
    n = split(of_first, first, " ")
    for (t = 1; t <= n; t++)
        for (i = 1; i <= functions; i++) {
            v = i ^ -power / all * 20000 * exp(0.06 * normal()) * (i == 1 ? first[t] : 1)
            k = int(v + sqrt(v) * normal() + 0.5)
            if (k > 0) print "main;f" i, k > ("points/p-" (t + 9) ".folded")
        }
}
