// Stands in for `node:crypto` in the browser: the rules of drafts that the console shares with the service never call
// it.

/** Never reached: ids of prompts are assigned by the service. */
export function randomInt(): never {
  throw new Error('Prompt ids are assigned by the service.');
}
