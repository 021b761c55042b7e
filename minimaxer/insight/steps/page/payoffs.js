// What each of more than two players gets, as bars.

class PayoffView {
  constructor(element) {
    this.element = element;
  }

  // Shows the payoffs that the step tells, or else what is known of its node so far: the best ones, or the average.
  show(replay, name) {
    const node = replay.step[STEP.node], best = replay.best[node], told = replay.step[STEP.value];
    const value = told >= 0 ? told : best >= 0 ? replay.value[best] : replay.value[node];
    const known = told >= 0 ? "" : value < 0 ? ": not known yet" : best >= 0 ? ", the best so far" : " so far";
    this.element.querySelector("h2").textContent = `Payoffs of ${name}${known}`;
    const bars = value >= 0 ? replay.search.values[value][1] : Array.from({ length: DATA.players }, () => ["?", 0]);
    const isNegative = replay.search.values.some((row) => row[1].some(([, length]) => length < 0));
    this.element.querySelector(".rows").replaceChildren(...bars.flatMap(([text, length], player) => {
      const moves = !replay.isOver(node) && replay.search.nodes[node][NODE.player] === player;
      const does = replay.step[STEP.child] >= 0 ? "chooses" : "moves";  // among its moves, one of which comes up
      const words = `player ${player}${moves ? ` ${does}` : ""}`;
      return [made("span", { class: moves ? "moves" : "" }, words), bar(player, length, isNegative), made("b", {}, text)];
    }));
  }
}

// A bar of a length from -1 to 1, which begins in the middle where some are negative.
function bar(player, length, isNegative) {
  const track = made("div", { class: "track" }), filled = made("i", { class: `player-${player}` });
  filled.style.left = isNegative ? `${50 + 50 * Math.min(0, length)}%` : "0";
  filled.style.width = `${(isNegative ? 50 : 100) * Math.abs(length)}%`;
  track.append(filled);
  return track;
}
