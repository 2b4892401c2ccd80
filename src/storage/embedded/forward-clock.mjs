// A clock that never runs backwards. If the machine's clock was set back, this one runs a little slower until the
// machine's clock has caught up. Plain JavaScript, because the thread of the embedded server uses it too.

/** The fraction of normal speed at which it runs until the machine's clock catches up. */
const SLOWED = 0.9;

/**
 * Milliseconds since the epoch, never before `latest`.
 * @param {number} latest
 * @param {() => number} machine
 * @param {() => number} steady Milliseconds from a clock that cannot be set.
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
