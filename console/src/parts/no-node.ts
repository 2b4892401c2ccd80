// Replaces `node:crypto` in the browser. The draft rules that the console shares with the service never call it there.

/** Never called: the service assigns prompt ids. */
export function randomInt(): never {
  throw new Error('Prompt ids are assigned by the service.');
}
