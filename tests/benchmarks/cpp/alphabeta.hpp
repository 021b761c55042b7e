// Plain alpha-beta to a fixed depth: fail-soft, no table, no ordering, one position copied for each child.
//
// It visits the positions that the compiled search with algorithm="fixed" visits, and gives them the same values. A game is a
// class of static members:
//
//     Position, Move                small types that are copied
//     initial()                     the position at the start
//     player(position)              the mover, 0 or 1
//     each_move(position, visit)    calls visit(move) for one move after the other until it gives true; whether it did
//     play(position, move)          the position after the move
//     outcome(position)             the result for player 0; none while the game runs
//     evaluate(position)            the static judgement for player 0

#ifndef ALPHABETA_HPP
#define ALPHABETA_HPP

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>

constexpr int WIN = 1'000'000;
constexpr int LOSS = -WIN;
constexpr int DRAW = 0;
constexpr int INFINITE = 2 * WIN;

// A result with wins moved towards zero by the plies they are away from the root.
inline int seen_from_root(int outcome, int ply) {
    if (outcome == WIN) return outcome - ply;
    if (outcome == LOSS) return outcome + ply;
    return outcome;
}

template <class Game>
class AlphaBeta {
public:
    using Position = typename Game::Position;
    using Move = typename Game::Move;

    // Positions made so far, the root not counted.
    std::int64_t nodes = 0;

    // The value of a running position for its mover; depth from 1.
    int search(const Position& position, int depth, int ply, int alpha, int beta) {
        const int player = Game::player(position);
        int best = -INFINITE;
        Game::each_move(position, [&](const Move& move) {
            const Position child = Game::play(position, move);
            ++nodes;
            best = std::max(best, child_value(child, player, depth - 1, ply + 1, alpha, beta));
            alpha = std::max(alpha, best);
            return alpha >= beta;
        });
        return best;
    }

private:
    // The value of a child for the mover of its parent.
    int child_value(const Position& child, int player, int depth, int ply, int alpha, int beta) {
        if (const std::optional<int> outcome = Game::outcome(child)) {
            const int value = seen_from_root(*outcome, ply);
            return player == 0 ? value : -value;
        }
        if (depth == 0) {
            const int value = Game::evaluate(child);
            return player == 0 ? value : -value;
        }
        if (Game::player(child) == player) return search(child, depth, ply, alpha, beta);
        return -search(child, depth, ply, -beta, -alpha);
    }
};

// Searches the initial position to the depth given; prints its value for player 0, nodes, and seconds of CPU time.
template <class Game>
int run(int count, char** arguments) {
    const int depth = count == 2 ? std::atoi(arguments[1]) : 0;
    if (depth < 1) {
        std::fprintf(stderr, "usage: %s DEPTH, from 1\n", arguments[0]);
        return 2;
    }
    const typename Game::Position start = Game::initial();
    AlphaBeta<Game> alphabeta;
    const std::clock_t began = std::clock();
    const int value = alphabeta.search(start, depth, 0, -INFINITE, INFINITE);
    const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%d %lld %.6f\n", Game::player(start) == 0 ? value : -value, (long long)alphabeta.nodes, seconds);
    return 0;
}

#endif
