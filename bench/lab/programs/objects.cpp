// A small service in C++, to be recorded: orders are read, indexed, ranked, priced and reported.
//
//     objects ROUNDS [rank=150] [reprice=1] [report=0] [rename=1] ...
//
// NAME=PERCENT is how much of its usual work a step does (100); reprice=1 calls price() from
// report() too; rename=1 calls appraise() where price() was called.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#define STEP __attribute__((noinline))

static std::map<std::string, int> option{{"read", 100},  {"index", 100},  {"rank", 100},
                                         {"price", 100}, {"report", 100}, {"audit", 100},
                                         {"reprice", 0}, {"rename", 0}};

struct Order {
    std::string customer;
    std::string item;
    double amount;
};

class Shop
{
  public:
    STEP void read(int times);
    STEP void index(int times);
    STEP void rank(int times);
    STEP void price(int times)
    {
        total_ += discount<double>(times, 0.97);
    }
    STEP void appraise(int times)
    {
        total_ += discount<double>(times, 0.96);
    }
    STEP void report(int times);
    STEP void audit(int times);
    STEP void handle();
    double total() const
    {
        return total_;
    }

  private:
    template <typename T> static T compound(T amount, T rate)
    {
        for (int year = 0; year < 12; year++)
            amount = std::sqrt(amount * rate + year);
        return amount;
    }
    template <typename T> T discount(int times, T rate) const
    {
        T sum = 0;
        while (times-- > 0)
            for (const auto &order : orders_)
                sum += compound(order->amount, rate);
        return sum;
    }
    std::vector<std::unique_ptr<Order>> orders_;
    std::unordered_map<std::string, std::vector<const Order *>> by_customer_;
    std::vector<const Order *> ranked_;
    uint32_t seed_ = 7;
    double total_ = 0;
    uint32_t next()
    {
        return seed_ = seed_ * 1664525u + 1013904223u;
    }
};

void Shop::read(int times)
{
    orders_.clear();
    for (int i = 0; i < times * 40; i++) {
        auto order = std::make_unique<Order>();
        order->customer = "customer number " + std::to_string((next() >> 16) % 500);
        order->item = "item number " + std::to_string((next() >> 16) % 2000);
        order->amount = (next() >> 20) % 100;
        orders_.push_back(std::move(order));
    }
}

void Shop::index(int times)
{
    by_customer_.clear();
    for (int i = 0; i < times * 60; i++) {
        const Order *order = orders_[static_cast<size_t>(i) % orders_.size()].get();
        by_customer_[order->customer].push_back(order);
    }
}

void Shop::rank(int times)
{
    for (; times > 0; times -= 33) {
        ranked_.clear();
        for (const auto &order : orders_)
            ranked_.push_back(order.get());
        std::sort(ranked_.begin(), ranked_.end(), [](const Order *a, const Order *b) {
            return a->item != b->item ? a->item < b->item : a->amount < b->amount;
        });
    }
}

void Shop::report(int times)
{
    std::string text;
    for (int i = 0; i < times * 30; i++) {
        const Order &order = *orders_[static_cast<size_t>(i) % orders_.size()];
        text += order.customer + ": " + order.item + " " + std::to_string(order.amount) + "\n";
    }
    total_ += static_cast<double>(text.size());
    if (option["reprice"])
        price(8);
}

void Shop::audit(int times)
{
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < times * 100; i++)
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    total_ += static_cast<double>(x & 1);
}

void Shop::handle()
{
    read(option["read"]);
    index(option["index"]);
    rank(option["rank"]);
    if (option["rename"])
        appraise(option["price"] / 10);
    else
        price(option["price"] / 10);
    report(option["report"]);
    audit(option["audit"]);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        std::string arg = argv[i];
        size_t at = arg.find('=');
        if (at != std::string::npos)
            option[arg.substr(0, at)] = std::atoi(arg.c_str() + at + 1);
    }
    Shop shop;
    for (int rounds = argc > 1 ? std::atoi(argv[1]) : 1; rounds > 0; rounds--)
        shop.handle();
    return shop.total() == 42;
}
