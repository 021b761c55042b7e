// English draughts on 6x6: captures are compulsory, a capture goes on as long as it can. White, player 0, moves up the board.

#include <array>
#include <cstdint>
#include <cstdlib>

#include "alphabeta.hpp"

namespace {

constexpr int SIZE = 6;
constexpr int SQUARES = SIZE * SIZE;
constexpr int QUIET_PLIES = 20;
constexpr int MEN = 6;
constexpr int LONGEST_PATH = MEN + 1;
constexpr int MOST_MOVES = 4 * MEN;  // no piece has more than four captures either
constexpr int STEPS[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

// White's are positive, Black's negative.
enum Piece : std::int8_t { BLACK_KING = -2, BLACK_MAN, EMPTY, WHITE_MAN, WHITE_KING };

using Board = std::array<Piece, SQUARES>;

bool is_inside(int row, int column) { return 0 <= row && row < SIZE && 0 <= column && column < SIZE; }

bool is_man(Piece piece) { return piece == WHITE_MAN || piece == BLACK_MAN; }

bool is_of(Piece piece, int player) { return player == 0 ? piece > EMPTY : piece < EMPTY; }

// The steps of a piece, a range of STEPS: men go one way, kings both.
struct Steps {
    explicit Steps(Piece piece)
        : first(piece == BLACK_MAN ? STEPS + 2 : STEPS), last(piece == WHITE_MAN ? STEPS + 2 : STEPS + 4) {}
    const int (*begin() const)[2] { return first; }
    const int (*end() const)[2] { return last; }
    const int (*first)[2];
    const int (*last)[2];
};

struct Draughts {
    struct Position {
        Board board;
        std::int8_t to_move;
        std::int8_t quiet;  // plies since a capture or a man's move
    };

    // The squares of a piece's path.
    struct Move {
        std::array<std::int8_t, LONGEST_PATH> squares;
        std::int8_t length;
        void add(int square) { squares[length++] = std::int8_t(square); }
    };

    static Position initial() {
        Position start{};
        start.board.fill(EMPTY);
        for (int row = 0; row < SIZE; ++row) {
            for (int column = 0; column < SIZE; ++column) {
                if ((row + column) % 2 == 0) continue;
                if (row < 2) start.board[row * SIZE + column] = BLACK_MAN;
                if (row >= SIZE - 2) start.board[row * SIZE + column] = WHITE_MAN;
            }
        }
        return start;
    }

    static int player(const Position& position) { return position.to_move; }

    template <class Visit>
    static bool each_move(const Position& position, Visit visit) {
        const Moves moves = all_moves(position);
        for (int i = 0; i < moves.count; ++i) {
            if (visit(moves.items[i])) return true;
        }
        return false;
    }

    static Position play(const Position& position, const Move& move) {
        Position after = position;
        const int start = move.squares[0], end = move.squares[move.length - 1];
        const Piece piece = position.board[start];
        after.board[start] = EMPTY;
        bool captured = false;
        for (int i = 1; i < move.length; ++i) {
            const int from = move.squares[i - 1], to = move.squares[i];
            if (std::abs(from / SIZE - to / SIZE) == 2) {
                after.board[(from + to) / 2] = EMPTY;
                captured = true;
            }
        }
        after.board[end] = promoted(piece, end / SIZE);
        after.quiet = captured || is_man(piece) ? 0 : std::int8_t(position.quiet + 1);
        after.to_move = std::int8_t(1 - position.to_move);
        return after;
    }

    static std::optional<int> outcome(const Position& position) {
        if (position.quiet >= QUIET_PLIES) return DRAW;
        if (all_moves(position).count == 0) return position.to_move == 0 ? LOSS : WIN;
        return std::nullopt;
    }

    static int evaluate(const Position& position) {
        int sum = 0;
        for (const Piece piece : position.board) sum += worth(piece);
        return sum;
    }

private:
    struct Moves {
        int count = 0;
        std::array<Move, MOST_MOVES> items;
        void add(const Move& move) { items[count++] = move; }
    };

    static Piece promoted(Piece piece, int row) {
        if (piece == WHITE_MAN && row == 0) return WHITE_KING;
        if (piece == BLACK_MAN && row == SIZE - 1) return BLACK_KING;
        return piece;
    }

    static int worth(Piece piece) {
        switch (piece) {
            case WHITE_MAN: return 10;
            case WHITE_KING: return 15;
            case BLACK_MAN: return -10;
            case BLACK_KING: return -15;
            default: return 0;
        }
    }

    static Moves all_moves(const Position& position) {
        Moves moves;
        for (int square = 0; square < SQUARES; ++square) {
            if (is_of(position.board[square], position.to_move)) {
                Move path{};
                path.add(square);
                add_jumps(moves, position.board, position.to_move, path);
            }
        }
        if (moves.count == 0) add_steps(moves, position);
        return moves;
    }

    // Adds all captures that begin with the path, at whose end the piece stands on this board; whether there are any longer ones.
    static void add_jumps(Moves& moves, const Board& board, int player, const Move& path) {
        const int square = path.squares[path.length - 1];
        const int row = square / SIZE, column = square % SIZE;
        const Piece piece = board[square];
        bool found = false;
        for (const auto& step : Steps(piece)) {
            const int r = row + 2 * step[0], c = column + 2 * step[1];
            if (!is_inside(r, c)) continue;
            const int over = (row + step[0]) * SIZE + column + step[1];
            const int to = r * SIZE + c;
            if (!is_of(board[over], 1 - player) || board[to] != EMPTY) continue;
            Board after = board;
            after[square] = EMPTY;
            after[over] = EMPTY;
            after[to] = piece;
            Move longer = path;
            longer.add(to);
            add_jumps(moves, after, player, longer);
            found = true;
        }
        if (!found && path.length > 1) moves.add(path);
    }

    static void add_steps(Moves& moves, const Position& position) {
        for (int square = 0; square < SQUARES; ++square) {
            const Piece piece = position.board[square];
            if (!is_of(piece, position.to_move)) continue;
            for (const auto& step : Steps(piece)) {
                const int r = square / SIZE + step[0], c = square % SIZE + step[1];
                if (!is_inside(r, c) || position.board[r * SIZE + c] != EMPTY) continue;
                Move move{};
                move.add(square);
                move.add(r * SIZE + c);
                moves.add(move);
            }
        }
    }
};

}  // namespace

int main(int count, char** arguments) { return run<Draughts>(count, arguments); }
