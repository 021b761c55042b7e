// Alpha and beta as two handles on a line of values, which close in on one another.

class WindowView {
  constructor(element) {
    this.element = element;
    this.part = (name) => element.querySelector(name);
  }

  show(replay) {
    const step = replay.step, node = step[STEP.node];
    const hasWindow = step[STEP.alpha] >= 0;
    this.element.classList.toggle("open", !hasWindow);
    const values = replay.search.values;
    if (hasWindow) {
      const [low, high] = [values[step[STEP.alpha]], values[step[STEP.beta]]];
      this.put("alpha", percent(low[1]), `alpha ${low[0]}`);
      this.put("beta", percent(high[1]), `beta ${high[0]}`);
      const [from, to] = [percent(low[1]), percent(high[1])];
      this.part(".band").style.left = `${Math.min(from, to)}%`;
      this.part(".band").style.width = `${Math.abs(to - from)}%`;
      this.part(".band").classList.toggle("closed", from >= to);
    }
    const value = step[STEP.value] >= 0 ? values[step[STEP.value]] : null;
    const mark = this.part(".mark"), words = this.part(".label.value");
    mark.hidden = words.hidden = value === null;
    if (value === null) return;
    const at = percent(value[1]);
    mark.style.left = `${at}%`;
    words.textContent = replay.written(step[STEP.value], step[STEP.sign]);
    keepInside(words, at);
  }

  put(name, at, text) {
    this.part(`.handle.${name}`).style.left = `${at}%`;
    const words = this.part(`.label.${name}`);
    words.textContent = text;
    keepInside(words, at);
  }
}

// Where a value from -1 to 1 stands on the line.
function percent(place) { return 3 + 47 * (place + 1); }

function keepInside(words, at) {
  words.style.left = `${at}%`;
  words.style.transform = `translateX(-${at}%)`;
}
