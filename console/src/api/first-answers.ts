// Answers that were asked for with the page itself (first-requests.ts). Each is taken once, and none after a change.

declare global {
  /** By path and query. */
  var firstAnswers: Map<string, Promise<Response>> | undefined;
}

/** A fetch that takes the answer that is on its way already. */
export function fetchOrTake(request: Request): Promise<Response> {
  const answers = globalThis.firstAnswers;
  if (answers === undefined) return fetch(request);
  if (request.method !== 'GET') answers.clear();
  const { pathname, search } = new URL(request.url);
  const known = answers.get(pathname + search);
  answers.delete(pathname + search);
  return known ?? fetch(request);
}
