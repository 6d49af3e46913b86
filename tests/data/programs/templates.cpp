// templates.cpp - templates, std::function, lambdas, operators, an anonymous namespace and inlined calls, for DWARF stacks.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#define NOINLINE __attribute__((noinline))

namespace {

volatile double sink;

struct Point {
	double x = 0, y = 0;
	Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
	Point operator*(double k) const { return {x * k, y * k}; }
	bool operator<(const Point &o) const { return x * x + y * y < o.x * o.x + o.y * o.y; }
};

inline double square(double v) { return v * v; }
inline double distance(const Point &a, const Point &b) { return square(a.x - b.x) + square(a.y - b.y); }

NOINLINE double nearest(const std::vector<Point> &all, const Point &p)
{
	double best = 1e300;
	for (const Point &q : all)
		best = std::min(best, distance(p, q));
	return best;
}

} // namespace

namespace geo::detail {

template <typename T, std::size_t N>
class Matrix {
public:
	T cell[N][N] = {};
	NOINLINE Matrix operator*(const Matrix &o) const
	{
		Matrix r;
		for (std::size_t i = 0; i < N; i++)
			for (std::size_t j = 0; j < N; j++)
				r.cell[i][j] = dot(o, i, j);
		return r;
	}

private:
	T dot(const Matrix &o, std::size_t i, std::size_t j) const
	{
		T s{};
		for (std::size_t k = 0; k < N; k++)
			s += cell[i][k] * o.cell[k][j];
		return s;
	}
};

} // namespace geo::detail

struct Shape {
	virtual ~Shape() = default;
	virtual double area(int steps) const = 0;
};

template <typename Curve>
struct Swept : Shape {
	Curve curve;
	explicit Swept(Curve c) : curve(std::move(c)) {}
	double area(int steps) const override
	{
		double a = 0;
		for (int i = 0; i < steps; i++)
			a += curve(double(i) / steps) / steps;
		return a;
	}
};

template <typename Curve>
std::unique_ptr<Shape> sweep(Curve c) { return std::make_unique<Swept<Curve>>(std::move(c)); }

class Pipeline {
	std::vector<std::pair<std::string, std::function<void(std::vector<Point> &)>>> stages;

public:
	Pipeline &operator<<(std::pair<std::string, std::function<void(std::vector<Point> &)>> s)
	{
		stages.push_back(std::move(s));
		return *this;
	}
	NOINLINE void operator()(std::vector<Point> &v) const
	{
		for (const auto &[name, stage] : stages)
			stage(v);
	}
};

template <typename K, typename V>
NOINLINE void tally(std::map<K, V> &m, const std::vector<Point> &v)
{
	for (const Point &p : v)
		m["cell-" + std::to_string(int(p.x * 40))].push_back(int(p.y * 1000));
}

NOINLINE double matrix_powers()
{
	auto power = [](auto m, int times) {
		while (times--)
			m = m * m;
		return m.cell[0][1];
	};
	geo::detail::Matrix<double, 8> md;
	geo::detail::Matrix<unsigned long, 12> mi;
	md.cell[0][0] = 0.5;
	mi.cell[1][1] = 3;
	return power(md, 100) + double(power(mi, 60));
}

int main(int argc, char **argv)
{
	const double seconds = argc > 1 ? std::atof(argv[1]) : 3;
	std::vector<Point> points(1500);
	std::uint32_t seed = 1;
	auto random = [&seed] { return (seed = seed * 1664525u + 1013904223u) / 4294967296.0; };

	Pipeline pipeline;
	pipeline << std::pair{"fill", [&](std::vector<Point> &v) { std::generate(v.begin(), v.end(), [&] { return Point{random(), random()}; }); }}
	         << std::pair{"sort", [](std::vector<Point> &v) { std::sort(v.begin(), v.end()); }}
	         << std::pair{"by y", [](std::vector<Point> &v) { std::stable_sort(v.begin(), v.end(), [](const Point &a, const Point &b) { return a.y > b.y; }); }}
	         << std::pair{"sum", [](std::vector<Point> &v) { sink = std::accumulate(v.begin(), v.end(), Point{}).x; }}
	         << std::pair{"near", [](std::vector<Point> &v) { for (int i = 0; i < 100; i++) sink = nearest(v, v[i] * 0.5 + v[i + 1] * 0.5); }};

	auto shape = sweep([](double t) { return t * t * (3 - 2 * t) + 1 / (1 + t); });
	const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
	while (std::chrono::steady_clock::now() < end) {
		std::map<std::string, std::vector<int>> cells;
		pipeline(points);
		tally(cells, points);
		sink = matrix_powers();
		sink = shape->area(20000);
	}
	return 0;
}
