// Onitama: five cards of moves, two in each hand and one at the side, which changes places with the card played.

#include <algorithm>
#include <array>
#include <cstdint>

#include "alphabeta.hpp"

namespace {

constexpr int SIZE = 5;
constexpr int LONGEST_GAME = 80;
constexpr int RED = 0, BLUE = 1;

// In the order of their names, in which hands are sorted.
enum Card : std::int8_t { CRAB, CRANE, DRAGON, MONKEY, TIGER };

struct Steps {
    int count;
    int items[4][2];
};

constexpr Steps STEPS[] = {
    {3, {{0, -2}, {-1, 0}, {0, 2}}},            // crab
    {3, {{-1, 0}, {1, -1}, {1, 1}}},            // crane
    {4, {{-1, -2}, {-1, 2}, {1, -1}, {1, 1}}},  // dragon
    {4, {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}},  // monkey
    {2, {{-2, 0}, {1, 0}}},                     // tiger
};

enum Kind : std::int8_t { NOTHING, STUDENT, MASTER };

struct Piece {
    Kind kind;
    std::int8_t color;
    bool is_of(int other) const { return kind != NOTHING && color == other; }
};

struct Square {
    std::int8_t row, column;
    bool operator==(const Square& other) const { return row == other.row && column == other.column; }
};

struct Onitama {
    struct Position {
        Piece board[SIZE][SIZE];
        Card hands[2][2];
        Card side;
        std::int8_t turn;
        std::int8_t ply;
    };

    struct Move {
        Card card;
        Square start, end;
    };

    static Position initial() {
        Position start{};
        for (int column = 0; column < SIZE; ++column) {
            const Kind kind = column == SIZE / 2 ? MASTER : STUDENT;
            start.board[0][column] = {kind, BLUE};
            start.board[SIZE - 1][column] = {kind, RED};
        }
        start.hands[RED][0] = TIGER;
        start.hands[RED][1] = CRAB;
        start.hands[BLUE][0] = MONKEY;
        start.hands[BLUE][1] = CRANE;
        start.side = DRAGON;
        start.turn = RED;
        return start;
    }

    static int player(const Position& position) { return position.turn; }

    template <class Visit>
    static bool each_move(const Position& position, Visit visit) {
        const int turn = position.turn, forward = turn == RED ? 1 : -1;
        for (const Card card : position.hands[turn]) {
            for (int row = 0; row < SIZE; ++row) {
                for (int column = 0; column < SIZE; ++column) {
                    if (!position.board[row][column].is_of(turn)) continue;
                    const Steps& steps = STEPS[card];
                    for (int i = 0; i < steps.count; ++i) {
                        const int r = row + forward * steps.items[i][0], c = column + forward * steps.items[i][1];
                        if (r < 0 || r >= SIZE || c < 0 || c >= SIZE || position.board[r][c].is_of(turn)) continue;
                        if (visit(Move{card, square(row, column), square(r, c)})) return true;
                    }
                }
            }
        }
        return false;
    }

    static Position play(const Position& position, const Move& move) {
        Position after = position;
        after.board[move.end.row][move.end.column] = position.board[move.start.row][move.start.column];
        after.board[move.start.row][move.start.column] = {};
        Card(&hand)[2] = after.hands[position.turn];
        hand[hand[0] == move.card ? 0 : 1] = position.side;
        if (hand[0] > hand[1]) std::swap(hand[0], hand[1]);
        after.side = move.card;
        after.turn = std::int8_t(1 - position.turn);
        ++after.ply;
        return after;
    }

    static std::optional<int> outcome(const Position& position) {
        std::optional<Square> masters[2];
        for (int row = 0; row < SIZE; ++row) {
            for (int column = 0; column < SIZE; ++column) {
                const Piece& piece = position.board[row][column];
                if (piece.kind == MASTER) masters[piece.color] = square(row, column);
            }
        }
        if (!masters[BLUE] || masters[RED] == square(0, SIZE / 2)) return WIN;
        if (!masters[RED] || masters[BLUE] == square(SIZE - 1, SIZE / 2)) return LOSS;
        if (position.ply >= LONGEST_GAME) return DRAW;
        return std::nullopt;
    }

    static int evaluate(const Position& position) {
        int sum = 0;
        for (const auto& row : position.board) {
            for (const Piece& piece : row) {
                if (piece.kind != NOTHING) sum += piece.color == RED ? 10 : -10;
            }
        }
        return sum;
    }

private:
    static Square square(int row, int column) { return {std::int8_t(row), std::int8_t(column)}; }
};

}  // namespace

int main(int count, char** arguments) { return run<Onitama>(count, arguments); }
