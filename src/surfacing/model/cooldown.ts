// Stops asking a model that keeps failing: five failures in a row within a minute, then half a minute of rest.
export interface Cooldown {
  /** Milliseconds until the model may be asked again; 0 where it may be asked now. */
  restsFor(): number;
  failed(): void;
  succeeded(): void;
}

const FAILURES = 5;
const WITHIN = 60_000;
const REST = 30_000;

/** `now` gives milliseconds of a clock that only goes forward: one that is set back would let a model rest on. */
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
