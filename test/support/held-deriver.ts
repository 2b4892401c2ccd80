// Key derivations that a test holds back, so that it can count those in progress instead of measuring their time.
import type { Deriver } from '../../src/identity/derivation-threads.ts';
import { cheapDeriver } from './cheap-deriver.ts';

export interface HeldDeriver extends Deriver {
  /** Holds back every derivation from now on. */
  hold(): void;
  /** Lets all of them continue. */
  release(): void;
  inFlight(): number;
  /** The number of derivations that have started so far. */
  begun(): number;
}

export function heldDeriver(): HeldDeriver {
  let [inFlight, begun, isHeld] = [0, 0, false];
  const held: (() => void)[] = [];
  return {
    async derive(derivation) {
      inFlight += 1;
      begun += 1;
      if (isHeld) await new Promise<void>((goOn) => held.push(goOn));
      inFlight -= 1;
      return cheapDeriver.derive(derivation);
    },
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const goOn of held.splice(0)) goOn();
    },
    inFlight: () => inFlight,
    begun: () => begun,
    close: cheapDeriver.close,
  };
}
