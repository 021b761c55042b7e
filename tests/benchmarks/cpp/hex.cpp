// Hex on 5x5: player 0 joins top and bottom, player 1 left and right.

#include <array>
#include <cstdint>

#include "alphabeta.hpp"

namespace {

constexpr int N = 5;
constexpr int CELLS = N * N;
constexpr std::int8_t EMPTY = -1;
constexpr int STEPS[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};

struct Neighbours {
    int count = 0;
    std::array<std::int8_t, 6> cells{};
};

constexpr std::array<Neighbours, CELLS> all_neighbours() {
    std::array<Neighbours, CELLS> found{};
    for (int row = 0; row < N; ++row) {
        for (int column = 0; column < N; ++column) {
            Neighbours& mine = found[row * N + column];
            for (const auto& step : STEPS) {
                const int r = row + step[0], c = column + step[1];
                if (0 <= r && r < N && 0 <= c && c < N) mine.cells[mine.count++] = std::int8_t(r * N + c);
            }
        }
    }
    return found;
}

constexpr std::array<Neighbours, CELLS> NEIGHBOURS = all_neighbours();

struct Hex {
    struct Position {
        std::array<std::int8_t, CELLS> cells;  // EMPTY, 0 or 1
        std::int8_t player;
    };
    using Move = int;

    static Position initial() {
        Position start{};
        start.cells.fill(EMPTY);
        return start;
    }

    static int player(const Position& position) { return position.player; }

    template <class Visit>
    static bool each_move(const Position& position, Visit visit) {
        for (int cell = 0; cell < CELLS; ++cell) {
            if (position.cells[cell] == EMPTY && visit(cell)) return true;
        }
        return false;
    }

    static Position play(const Position& position, Move move) {
        Position after = position;
        after.cells[move] = position.player;
        after.player = std::int8_t(1 - position.player);
        return after;
    }

    static std::optional<int> outcome(const Position& position) {
        if (is_connected(position, 0)) return WIN;
        if (is_connected(position, 1)) return LOSS;
        return std::nullopt;
    }

    static int evaluate(const Position&) { return 0; }

private:
    // Floods from one side of the player's; whether it comes to the other.
    static bool is_connected(const Position& position, int player) {
        std::array<std::int8_t, CELLS> stack;
        std::array<bool, CELLS> seen{};
        int size = 0;
        for (int i = 0; i < N; ++i) {
            const int cell = player == 0 ? i : i * N;
            if (position.cells[cell] == player) {
                seen[cell] = true;
                stack[size++] = std::int8_t(cell);
            }
        }
        while (size > 0) {
            const int cell = stack[--size];
            if ((player == 0 ? cell / N : cell % N) == N - 1) return true;
            const Neighbours& near = NEIGHBOURS[cell];
            for (int i = 0; i < near.count; ++i) {
                const int other = near.cells[i];
                if (!seen[other] && position.cells[other] == player) {
                    seen[other] = true;
                    stack[size++] = std::int8_t(other);
                }
            }
        }
        return false;
    }
};

}  // namespace

int main(int count, char** arguments) { return run<Hex>(count, arguments); }
