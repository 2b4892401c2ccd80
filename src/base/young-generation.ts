// The room that V8 gives to new objects. It doubles whenever many of them survive, as all do while modules are loaded,
// up to two halves of 16 MB, and is hardly ever given back, though a service at rest needs a tenth of it.
import { setFlagsFromString } from 'node:v8';

let isHeld = false;

/** Keeps that room as small as it is; the answer lets it grow again, as it does under load. */
export function holdYoungGeneration(): () => void {
  isHeld = true;
  grow(1);
  return () => {
    isHeld = false;
    grow(2);
  };
}

/** Called when a thread has begun, by which V8 returns to its own growth for all threads: what is held stays held. */
export function threadBegan(): void {
  if (isHeld) grow(1);
}

/** By how much, each time; 2 is V8's own. Of all threads, from now on. */
const grow = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);
