// A fetch for model endpoints: an answer has a few hundred bytes, so an endless one is cut off instead of being read.
// The operator named the address: prompts and the key go nowhere else.

const MOST_BYTES = 262_144;

/** Answers beyond a quarter of a megabyte fail while they are read. A redirect is an answer like others. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.body === null) return response;
  let seen = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > MOST_BYTES) controller.error(new Error('The model endpoint answered with too much.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, { status: response.status, statusText: response.statusText, headers: response.headers });
};
