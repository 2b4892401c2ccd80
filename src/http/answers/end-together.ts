// Writes the responses of one event loop turn together at its end. Each write wakes the waiting client. If responses
// are written back to back, they wake a busy client only once, and its next requests also arrive together. A single
// response is not delayed, because its turn ends immediately.
import type { ServerResponse } from 'node:http';

interface Ending {
  readonly response: ServerResponse;
  readonly body: string | Buffer | undefined;
}

let endings: Ending[] = [];

/** Ends the response with the body, after its head has been written. Does nothing if the client has left. */
export function endTogether(response: ServerResponse, body: string | Buffer | undefined): void {
  endings.push({ response, body });
  if (endings.length === 1) setImmediate(endAll);
}

function endAll(): void {
  const ending = endings;
  endings = [];
  for (const { response, body } of ending) if (!response.destroyed) response.end(body);
}
