// A circuit breaker. After a failure, no request waits for the other service until a single trial succeeds. If a
// service hangs, only an occasional trial request waits for a timeout.

export interface Breaker {
  /** False while the circuit is open. True for a single caller when a trial is due. */
  mayTry(): boolean;
  succeeded(): void;
  failed(failure: Error): void;
  isOpen(): boolean;
}

export interface BreakerOptions {
  /** Milliseconds from a failure to the next trial. */
  readonly restMs: number;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Called once when the circuit opens. */
  readonly onOpen: (failure: Error) => void;
  /** Called once when it closes again. */
  readonly onClose: () => void;
}

export function breaker({ restMs, now, onOpen, onClose }: BreakerOptions): Breaker {
  let nextTrialAt: number | undefined;
  return {
    mayTry() {
      if (nextTrialAt === undefined) return true;
      if (now() < nextTrialAt) return false;
      nextTrialAt = now() + restMs; // The next caller does not start another trial.
      return true;
    },
    succeeded() {
      if (nextTrialAt === undefined) return;
      nextTrialAt = undefined;
      onClose();
    },
    failed(failure) {
      const wasClosed = nextTrialAt === undefined;
      nextTrialAt = now() + restMs;
      if (wasClosed) onOpen(failure);
    },
    isOpen: () => nextTrialAt !== undefined,
  };
}
