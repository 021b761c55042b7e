// What sorting moves costs in native code: alpha-beta with deepening on breakthrough, whose moves are sorted in one way or another,
// and lists of random scores on their own.
//
//     sorting search SORTER DEPTH STAGED NOISE     one search; prints value, nodes, seconds, and the counts below
//     sorting lists SORTER LENGTH FIRST            lists of that length, read to the end or to the first; prints seconds for one
//
// Scores of a list are all different, so that every sorter gives the same order and every search visits the same nodes. STAGED is
// 1 where captures are sorted and tried before other moves are made; NOISE is how many moves of a hundred get a score by lot.
// Compiled with -DCOUNTS comparisons are counted; with -DCYCLES processor cycles spent in sorting are. "networks.inc" has the
// networks, as cases of a switch.

#include <x86intrin.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

#ifdef COUNTS
constexpr bool COUNTING = true;
#else
constexpr bool COUNTING = false;
#endif
#ifdef CYCLES
constexpr bool TIMING = true;
#else
constexpr bool TIMING = false;
#endif

constexpr int MOST_MOVES = 64;
constexpr int LONGEST_NETWORK = 12;
constexpr int MOST_PLIES = 63;
constexpr int CLASSES = MOST_MOVES + 1;
constexpr std::uint64_t INTERRUPTED = 100'000;  // cycles that no sort takes

struct Move {
    std::int32_t score;
    std::uint8_t from, to;
};

std::int64_t comparisons = 0;

inline bool before(const Move& one, const Move& other) {
    if (COUNTING) ++comparisons;
    return one.score > other.score;
}

// --- sorters: `all` sorts a list when it is made, `pick` puts the best of those left to a place when it is asked for -----------

struct Lazy {  // as T. Helminen prints it: whatever is better is swapped to the place at once
    static void all(Move*, int) {}
    static void pick(Move* moves, int place, int size) {
        for (int i = place + 1; i < size; ++i) {
            if (before(moves[i], moves[place])) std::swap(moves[place], moves[i]);
        }
    }
};

struct LazyOneSwap {  // as he proposes: finds the best, then swaps once
    static void all(Move*, int) {}
    static void pick(Move* moves, int place, int size) {
        int best = place;
        for (int i = place + 1; i < size; ++i) {
            if (before(moves[i], moves[best])) best = i;
        }
        std::swap(moves[place], moves[best]);
    }
};

struct Library {
    static void all(Move* moves, int size) { std::sort(moves, moves + size, before); }
    static void pick(Move*, int, int) {}
};

struct Insertion {
    static void all(Move* moves, int size) {
        for (int i = 1; i < size; ++i) {
            const Move move = moves[i];
            int place = i;
            for (; place > 0 && before(move, moves[place - 1]); --place) moves[place] = moves[place - 1];
            moves[place] = move;
        }
    }
    static void pick(Move*, int, int) {}
};

struct Network {  // up to twelve moves; longer lists by insertion
    static void all(Move* moves, int size) {
        const auto compare = [moves](int one, int other) {
            if (before(moves[other], moves[one])) std::swap(moves[one], moves[other]);
        };
        switch (size) {
#include "networks.inc"
            default: Insertion::all(moves, size);
        }
    }
    static void pick(Move*, int, int) {}
};

struct Unsorted {
    static void all(Move*, int) {}
    static void pick(Move*, int, int) {}
};

// --- breakthrough, seen by the mover, whose men go up ---------------------------------------------------------------------------

constexpr std::uint64_t LEFT = 0x0101010101010101, RIGHT = LEFT << 7, LAST_ROW = 0xFFull << 56;
constexpr int WIN = 100'000;

struct Position {
    std::uint64_t own, other;

    // The position after a move, seen by the one who moves next.
    Position after(const Move& move) const {
        const std::uint64_t target = 1ull << move.to;
        return {__builtin_bswap64(other & ~target), __builtin_bswap64((own & ~(1ull << move.from)) | target)};
    }
};

// Men, how far they are, and whether another man stands behind them.
int judged(std::uint64_t men) {
    int value = 0;
    for (std::uint64_t left = men; left; left &= left - 1) {
        const int square = __builtin_ctzll(left), row = square >> 3;
        const std::uint64_t man = left & -left;
        const std::uint64_t behind = ((man & ~LEFT) >> 9) | ((man & ~RIGHT) >> 7);
        value += 100 + 3 * row * row + (men & behind ? 10 : 0) + ((man & ~RIGHT) << 1 & men ? 5 : 0);
    }
    return value;
}

int evaluate(const Position& position) { return judged(position.own) - judged(__builtin_bswap64(position.other)); }

template <class Sorter>
class Search {
public:
    std::int64_t nodes = 0, cutoffs = 0, firsts = 0, lists[CLASSES]{};
    std::uint64_t cycles[CLASSES]{}, overhead = 0;

    Search(bool staged, int noise) : staged_(staged), noise_(noise) {
        if (TIMING) calibrate();
    }

    int search(const Position& position, int depth, int ply, int alpha, int beta) {
        if (depth == 0) return quiet(position, ply, alpha, beta);
        int best = -WIN + ply;  // who cannot move has lost
        bool is_first = true;
        for (int stage = staged_ ? CAPTURES : ALL; stage <= (staged_ ? OTHERS : ALL); ++stage) {
            Move moves[MOST_MOVES];
            const int size = made(position, moves, stage, ply);
            timed(size, [&] { Sorter::all(moves, size); });
            for (int i = 0; i < size; ++i) {
                timed(size, [&] { Sorter::pick(moves, i, size); });
                const Move move = moves[i];
                const int value = child_value(position, move, depth, ply, alpha, beta);
                best = std::max(best, value);
                alpha = std::max(alpha, value);
                if (alpha >= beta) {
                    ++cutoffs;
                    firsts += is_first;
                    if (!(position.other >> move.to & 1)) note(move, depth, ply);
                    return best;
                }
                is_first = false;
            }
        }
        return best;
    }

private:
    enum { CAPTURES, OTHERS, ALL };

    const bool staged_;
    const int noise_;
    std::uint32_t lot_ = 2'463'534'242;
    std::int32_t history_[64][64]{};
    std::uint16_t killers_[MOST_PLIES + 1]{};

    // Goes on with captures until none is worth it; the mover may leave them.
    int quiet(const Position& position, int ply, int alpha, int beta) {
        int best = evaluate(position);
        alpha = std::max(alpha, best);
        if (alpha >= beta || ply == MOST_PLIES) return best;
        Move moves[MOST_MOVES];
        const int size = made(position, moves, CAPTURES, ply);
        timed(size, [&] { Sorter::all(moves, size); });
        for (int i = 0; i < size; ++i) {
            timed(size, [&] { Sorter::pick(moves, i, size); });
            const Move move = moves[i];
            best = std::max(best, child_value(position, move, 1, ply, alpha, beta));
            alpha = std::max(alpha, best);
            if (alpha >= beta) {
                ++cutoffs;
                firsts += i == 0;
                return best;
            }
        }
        return best;
    }

    int child_value(const Position& position, const Move& move, int depth, int ply, int alpha, int beta) {
        ++nodes;
        if (1ull << move.to & LAST_ROW) return WIN - ply - 1;
        const Position child = position.after(move);
        return child.own ? -search(child, depth - 1, ply + 1, -beta, -alpha) : WIN - ply - 1;
    }

    // Makes the moves of a stage: captures, others, or all.
    int made(const Position& position, Move* moves, int stage, int ply) {
        const std::uint64_t taken =
            stage == CAPTURES ? position.other : stage == OTHERS ? ~(position.own | position.other) : ~position.own;
        int size = 0;
        const auto add = [&](std::uint64_t targets, int step) {
            for (; targets; targets &= targets - 1) {
                const int to = __builtin_ctzll(targets);
                moves[size] = {score(position, to - step, to, ply) << 6 | (MOST_MOVES - 1 - size), std::uint8_t(to - step), std::uint8_t(to)};
                ++size;
            }
        };
        add((position.own & ~LEFT) << 7 & taken, 7);
        add(position.own << 8 & taken & ~position.other, 8);
        add((position.own & ~RIGHT) << 9 & taken, 9);
        ++lists[size];
        return size;
    }

    std::int32_t score(const Position& position, int from, int to, int ply) {
        if (noise_) {
            if (int(next_lot() % 100) < noise_) return std::int32_t(next_lot() % 20'000);
        }
        if (position.other >> to & 1) return 1'000'000 + 1'000 * (8 - (to >> 3)) + 100 * (to >> 3 == 7);
        if (killers_[ply] == (from << 6 | to)) return 900'000;
        return std::min(history_[from][to], 800'000) + 4 * (to >> 3);
    }

    std::uint32_t next_lot() {
        lot_ ^= lot_ << 13;
        lot_ ^= lot_ >> 17;
        return lot_ ^= lot_ << 5;
    }

    void note(const Move& move, int depth, int ply) {
        history_[move.from][move.to] += depth * depth;
        killers_[ply] = std::uint16_t(move.from << 6 | move.to);
    }

    template <class Work>
    void timed(int size, Work work) {
        if (!TIMING) return work();
        if (size < 2) return work();
        const std::uint64_t began = __rdtsc();
        work();
        const std::uint64_t took = __rdtsc() - began;
        if (took < INTERRUPTED) cycles[size] += took > overhead ? took - overhead : 0;
    }

    // What looking at the counter takes: the least of many.
    void calibrate() {
        overhead = INTERRUPTED;
        for (int i = 0; i < 10'000; ++i) {
            const std::uint64_t began = __rdtsc();
            overhead = std::min<std::uint64_t>(overhead, __rdtsc() - began);
        }
    }
};

template <class Sorter>
int searched(int depth, bool staged, int noise) {
    const Position start{0xFFFFull << 8, 0xFFFFull << 40};  // both a row nearer than at the start of a game
    Search<Sorter> search(staged, noise);
    int value = 0;
    const std::clock_t began = std::clock();
    const auto wall = std::chrono::steady_clock::now();
    const std::uint64_t first_cycle = __rdtsc();
    for (int each = 1; each <= depth; ++each) value = search.search(start, each, 0, -2 * WIN, 2 * WIN);
    const double cycles = double(__rdtsc() - first_cycle);
    const double hertz = cycles / std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("{\"value\": %d, \"nodes\": %lld, \"seconds\": %.6f, \"hertz\": %.0f, \"cutoffs\": %lld, \"firsts\": %lld, ", value,
                (long long)search.nodes, seconds, hertz, (long long)search.cutoffs, (long long)search.firsts);
    std::printf("\"comparisons\": %lld, \"lists\": {", (long long)comparisons);
    const char* comma = "";
    for (int size = 0; size < CLASSES; ++size) {
        if (!search.lists[size]) continue;
        std::printf("%s\"%d\": [%lld, %llu]", comma, size, (long long)search.lists[size], (unsigned long long)search.cycles[size]);
        comma = ", ";
    }
    std::printf("}}\n");
    return 0;
}

template <class Sorter>
int listed(int length, bool first) {
    constexpr int ELEMENTS = 200'000, ROUNDS = 9;
    const int lists = std::max(1, ELEMENTS / length);
    std::vector<Move> random(std::size_t(lists) * length);
    std::uint32_t lot = 2'463'534'242;
    for (Move& move : random) {
        lot ^= lot << 13;
        lot ^= lot >> 17;
        lot ^= lot << 5;
        move = {std::int32_t(lot >> 1), 0, 0};
    }
    double least = 1e9;
    std::int64_t sum = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        std::vector<Move> moves = random;
        comparisons = 0;
        const std::clock_t began = std::clock();
        for (int list = 0; list < lists; ++list) {
            Move* mine = moves.data() + std::size_t(list) * length;
            Sorter::all(mine, length);
            for (int i = 0; i < (first ? 1 : length); ++i) {
                Sorter::pick(mine, i, length);
                sum += mine[i].score;
            }
        }
        least = std::min(least, double(std::clock() - began) / CLOCKS_PER_SEC);
        if (!first) {
            for (int list = 0; list < lists; ++list) {
                const Move* mine = moves.data() + std::size_t(list) * length;
                if (!std::is_sorted(mine, mine + length, [](const Move& a, const Move& b) { return a.score > b.score; })) return 1;
            }
        }
    }
    std::printf("{\"seconds\": %.12f, \"comparisons\": %.3f, \"sum\": %lld}\n", least / lists, double(comparisons) / lists, (long long)sum);
    return 0;
}

template <class Sorter>
int run(const std::string& what, char** numbers) {
    if (what == "lists") return listed<Sorter>(std::atoi(numbers[0]), std::atoi(numbers[1]));
    return searched<Sorter>(std::atoi(numbers[0]), std::atoi(numbers[1]), std::atoi(numbers[2]));
}

}  // namespace

int main(int count, char** arguments) {
    const std::string what = count > 1 ? arguments[1] : "", sorter = count > 2 ? arguments[2] : "";
    if (count != (what == "search" ? 6 : what == "lists" ? 5 : 0)) {
        std::fprintf(stderr, "usage: sorting search SORTER DEPTH STAGED NOISE, or sorting lists SORTER LENGTH FIRST\n");
        return 2;
    }
    if (sorter == "lazy") return run<Lazy>(what, arguments + 3);
    if (sorter == "lazy-one-swap") return run<LazyOneSwap>(what, arguments + 3);
    if (sorter == "std::sort") return run<Library>(what, arguments + 3);
    if (sorter == "insertion") return run<Insertion>(what, arguments + 3);
    if (sorter == "network") return run<Network>(what, arguments + 3);
    if (sorter == "unsorted") return run<Unsorted>(what, arguments + 3);
    std::fprintf(stderr, "no sorter %s\n", sorter.c_str());
    return 2;
}
