// A clock that never runs backwards. If the machine's clock was set back, it runs a little slower until that has caught
// up. Plain JavaScript, because the thread of the embedded server uses it too.

/** The share of its speed at which it waits for the machine's clock. */
const SLOWED = 0.9;

/**
 * Milliseconds since the epoch, never before `latest`.
 * @param {number} latest
 * @param {() => number} machine
 * @param {() => number} steady Milliseconds that no one can set.
 * @returns {() => number}
 */
export function forwardClock(latest, machine = Date.now, steady = () => performance.now()) {
  let reached = latest;
  let at = steady();
  return () => {
    const now = steady();
    reached = Math.max(machine(), reached + (now - at) * SLOWED);
    at = now;
    return Math.floor(reached);
  };
}
