// Answers of one turn of the event loop, written together at its end. Every write wakes the caller who waits; written
// one right after the other they wake a busy caller once, and what it asks next arrives together, too. A caller alone
// waits for nobody: the turn ends at once.
import type { ServerResponse } from 'node:http';

interface Ending {
  readonly response: ServerResponse;
  readonly body: string | Buffer | undefined;
}

let endings: Ending[] = [];

/** Ends the response, whose head is written, with that body. A caller who has left by then gets nothing. */
export function endTogether(response: ServerResponse, body: string | Buffer | undefined): void {
  endings.push({ response, body });
  if (endings.length === 1) setImmediate(endAll);
}

function endAll(): void {
  const ending = endings;
  endings = [];
  for (const { response, body } of ending) if (!response.destroyed) response.end(body);
}
