// Nine Men's Morris: placing, moving, flying; after a mill the same player moves again and takes a stone.

#include <algorithm>
#include <array>
#include <cstdint>

#include "alphabeta.hpp"

namespace {

constexpr int POINTS = 24;
constexpr int STONES = 9;
constexpr int LONGEST_GAME = 150;
constexpr std::int8_t EMPTY = 0;
constexpr int MILLS[16][3] = {{0, 1, 2},    {2, 3, 4},   {4, 5, 6},    {6, 7, 0},    {8, 9, 10},   {10, 11, 12},
                              {12, 13, 14}, {14, 15, 8}, {16, 17, 18}, {18, 19, 20}, {20, 21, 22}, {22, 23, 16},
                              {1, 9, 17},   {3, 11, 19}, {5, 13, 21},  {7, 15, 23}};

struct Points {
    int count = 0;
    std::array<std::int8_t, POINTS> items{};
    constexpr void add(int point) { items[count++] = std::int8_t(point); }
};

constexpr std::array<Points, POINTS> all_neighbours() {
    std::array<Points, POINTS> found{};
    for (const auto& mill : MILLS) {
        found[mill[0]].add(mill[1]);
        found[mill[1]].add(mill[0]);
        found[mill[1]].add(mill[2]);
        found[mill[2]].add(mill[1]);
    }
    return found;
}

constexpr std::array<Points, POINTS> NEIGHBOURS = all_neighbours();

enum class Phase : std::int8_t { PLACE, MOVE, TAKE };

struct Morris {
    struct Position {
        std::array<std::int8_t, POINTS> cells;  // EMPTY, 1 for player 0, 2 for player 1
        std::array<std::int8_t, 2> hand;
        Phase phase;
        std::int8_t turn;
        std::int16_t ply;
    };

    // From where and to where; -1 for the hand or the box.
    struct Move {
        int start, end;
    };

    static Position initial() {
        Position start{};
        start.hand.fill(STONES);
        return start;
    }

    static int player(const Position& position) { return position.turn; }

    template <class Visit>
    static bool each_move(const Position& position, Visit visit) {
        switch (position.phase) {
            case Phase::TAKE: return each_taking(position, visit);
            case Phase::PLACE: return each_placing(position, visit);
            default: return each_moving(position, visit);
        }
    }

    static Position play(const Position& position, const Move& move) {
        Position after = position;
        const int mine = position.turn + 1;
        ++after.ply;
        if (position.phase == Phase::TAKE) {
            after.cells[move.start] = EMPTY;
        } else {
            if (move.start >= 0) {
                after.cells[move.start] = EMPTY;
            } else {
                --after.hand[position.turn];
            }
            after.cells[move.end] = std::int8_t(mine);
            if (is_in_mill(after, move.end) && has_stone(after, 3 - mine)) {
                after.phase = Phase::TAKE;
                return after;
            }
        }
        after.turn = std::int8_t(1 - position.turn);
        after.phase = after.hand[after.turn] > 0 ? Phase::PLACE : Phase::MOVE;
        return after;
    }

    static std::optional<int> outcome(const Position& position) {
        if (position.ply >= LONGEST_GAME) return DRAW;
        if (position.phase != Phase::MOVE) return std::nullopt;
        if (count(position, position.turn + 1) < 3 || !can_move(position)) return position.turn == 0 ? LOSS : WIN;
        return std::nullopt;
    }

    static int evaluate(const Position& position) {
        return 10 * (count(position, 1) + position.hand[0] - count(position, 2) - position.hand[1]);
    }

private:
    static int count(const Position& position, int stone) {
        int found = 0;
        for (const std::int8_t cell : position.cells) found += cell == stone;
        return found;
    }

    static bool has_stone(const Position& position, int stone) {
        return std::find(position.cells.begin(), position.cells.end(), stone) != position.cells.end();
    }

    static bool is_in_mill(const Position& position, int point) {
        const auto& cells = position.cells;
        const int stone = cells[point];
        for (const auto& [a, b, c] : MILLS) {
            const bool is_on = a == point || b == point || c == point;
            if (is_on && cells[a] == stone && cells[b] == stone && cells[c] == stone) return true;
        }
        return false;
    }

    static bool can_move(const Position& position) {
        return each_move(position, [](const Move&) { return true; });
    }

    // Stones in mills may be taken only where there are no others.
    template <class Visit>
    static bool each_taking(const Position& position, Visit visit) {
        const int other = 2 - position.turn;
        Points theirs, free;
        for (int point = 0; point < POINTS; ++point) {
            if (position.cells[point] != other) continue;
            theirs.add(point);
            if (!is_in_mill(position, point)) free.add(point);
        }
        const Points& taken = free.count > 0 ? free : theirs;
        for (int i = 0; i < taken.count; ++i) {
            if (visit(Move{taken.items[i], -1})) return true;
        }
        return false;
    }

    template <class Visit>
    static bool each_placing(const Position& position, Visit visit) {
        for (int point = 0; point < POINTS; ++point) {
            if (position.cells[point] == EMPTY && visit(Move{-1, point})) return true;
        }
        return false;
    }

    template <class Visit>
    static bool each_moving(const Position& position, Visit visit) {
        const int mine = position.turn + 1;
        const bool can_fly = count(position, mine) == 3;
        for (int start = 0; start < POINTS; ++start) {
            if (position.cells[start] != mine) continue;
            if (can_fly) {
                for (int end = 0; end < POINTS; ++end) {
                    if (position.cells[end] == EMPTY && visit(Move{start, end})) return true;
                }
            } else {
                const Points& near = NEIGHBOURS[start];
                for (int i = 0; i < near.count; ++i) {
                    const int end = near.items[i];
                    if (position.cells[end] == EMPTY && visit(Move{start, end})) return true;
                }
            }
        }
        return false;
    }
};

}  // namespace

int main(int count, char** arguments) { return run<Morris>(count, arguments); }
