// many_templates.cpp - forty instances of one function over the standard library's templates: some thousand addresses with
// inlined calls. many_templates N: N rounds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

template <int N>
struct Key {
	int v;
	bool operator<(const Key &o) const { return (v ^ N) < (o.v ^ N); }
};

template <int N>
__attribute__((noinline)) long work()
{
	std::vector<Key<N>> keys(400 + N);
	std::map<Key<N>, std::string> names;
	std::unordered_map<std::string, int> counts;
	std::ostringstream out;

	for (size_t i = 0; i < keys.size(); i++)
		keys[i].v = int(i * 7919 % 4099);
	std::sort(keys.begin(), keys.end());
	std::stable_sort(keys.begin(), keys.end(), [](const Key<N> &a, const Key<N> &b) { return b < a; });
	for (const Key<N> &key : keys)
		names[key] = std::to_string(key.v + N);
	for (const auto &name : names)
		counts[name.second]++;
	for (const auto &count : counts)
		out << count.first << count.second;
	return std::accumulate(keys.begin(), keys.end(), long(out.str().size()), [](long sum, const Key<N> &key) { return sum + key.v; });
}

template <int N>
long all()
{
	if constexpr (N == 0)
		return work<0>();
	else
		return work<N>() + all<N - 1>();
}

int main(int argc, char **argv)
{
	long sum = 0;

	for (int i = 0; argc > 1 && i < atoi(argv[1]); i++)
		sum += all<40>();
	printf("%ld\n", sum);
}
