// Pauses a model that keeps failing: 30 seconds after five consecutive failures within a minute.
export interface Cooldown {
  /** Milliseconds until the model may be asked again; 0 if it may be asked now. */
  restsFor(): number;
  failed(): void;
  succeeded(): void;
}

const FAILURES = 5;
const WITHIN = 60_000;
const REST = 30_000;

/** `now` must be monotonic (milliseconds); otherwise setting the clock back would prolong the pause. */
export function cooldown(now: () => number): Cooldown {
  let failures: number[] = [];
  let openUntil = 0;
  return {
    restsFor: () => Math.max(0, openUntil - now()),
    failed() {
      const moment = now();
      failures = [...failures.filter((at) => moment - at < WITHIN), moment];
      if (failures.length < FAILURES) return;
      openUntil = moment + REST;
      failures = [];
    },
    succeeded() {
      failures = [];
    },
  };
}
