// "What happens now?": the reader guesses the kind of the next step.

const CHOICES = 4;

class Quiz {
  constructor(data, onAnswer) {
    this.meanings = new Map(data.kinds);
    this.onAnswer = onAnswer;
    this.isOn = false;
    this.right = this.asked = 0;
  }

  // The kinds to choose from: the true one and some that happen in this search, in an order that tells nothing.
  choices(replay, position) {
    const truth = replay.kind(position);
    const all = [...new Set(replay.search.steps.map((step) => replay.kinds[step[STEP.kind]]))];
    const others = all.filter((kind) => kind !== truth && kind !== "start" && kind !== "end");
    const turned = others.map((_, place) => others[(place + position) % others.length]).slice(0, CHOICES - 1);
    return all.filter((kind) => kind === truth || turned.includes(kind));
  }

  show(replay) {
    const panel = document.getElementById("quiz"), position = replay.position + 1;
    panel.hidden = !this.isOn || position > replay.last;
    if (panel.hidden) return;
    document.getElementById("question").textContent = "What happens now?" + (this.asked ? ` (${this.right} of ${this.asked} right)` : "");
    const truth = replay.kind(position);
    document.getElementById("answers").replaceChildren(...this.choices(replay, position).map((kind, place) => {
      const button = made("button", { type: "button" }, `${place + 1}. ${this.meanings.get(kind)}`);
      button.addEventListener("click", () => this.answer(kind, truth));
      return button;
    }));
  }

  answer(kind, truth) {
    this.asked += 1;
    if (kind === truth) this.right += 1;
    this.onAnswer(kind === truth ? "Right. " : `No: ${this.meanings.get(truth)}. `);
  }
}
