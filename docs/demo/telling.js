// What is said while Python begins and runs.

const STAGES = { python: "Python is there; unpacking minimaxer…", unpacked: "importing minimaxer…", ready: "ready" };

/** How a program ended, by its exit code. */
export const ended = (code) => (code === 0 ? "Done" : `Ended with exit code ${code}`);

/** Keeps a line of text up to date: what is loaded, how long it runs, how it ended. */
export function follow(engine, status) {
  const asked = performance.now();
  let began = null;
  const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
  const say = () => {
    if (began !== null) status.textContent = `Running for ${Math.floor((performance.now() - began) / 1000)} s, in plain Python on one thread…`;
    else if (engine.stages.some(({ stage }) => stage === "ready")) status.textContent = "Waiting…";
    else status.textContent = engine.stages.length ? STAGES[engine.stages.at(-1).stage] : "Loading Python: about 13 MB, once…";
  };
  say();
  const clock = setInterval(say, 200);
  return {
    begun() {
      began = performance.now();
      say();
    },
    done(words) {
      clearInterval(clock);
      status.textContent = `${words} after ${seconds(began ?? asked)} s. This is the slow tier: plain Python in the browser, on one thread.`;
    },
  };
}
