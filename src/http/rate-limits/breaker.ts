// Leaves a neighbour alone that does not answer: after a failure nobody waits for it until a single trial has
// succeeded. So a neighbour that hangs costs one request its patience now and then, and every other request nothing.

export interface Breaker {
  /** False while the neighbour is left alone. True for one caller when it is time for a trial. */
  mayTry(): boolean;
  succeeded(): void;
  failed(failure: Error): void;
  isOpen(): boolean;
}

export interface BreakerOptions {
  /** Milliseconds from a failure to the trial that follows it. */
  readonly restMs: number;
  /** Milliseconds since any fixed moment; never runs backwards. */
  readonly now: () => number;
  /** Called once when the neighbour is given up. */
  readonly onOpen: (failure: Error) => void;
  /** Called once when it is back. */
  readonly onClose: () => void;
}

export function breaker({ restMs, now, onOpen, onClose }: BreakerOptions): Breaker {
  let nextTrialAt: number | undefined;
  return {
    mayTry() {
      if (nextTrialAt === undefined) return true;
      if (now() < nextTrialAt) return false;
      nextTrialAt = now() + restMs; // The next caller makes no trial of its own.
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
