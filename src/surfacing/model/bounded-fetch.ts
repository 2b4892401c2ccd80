// A fetch for model endpoints. Answers have a few hundred bytes, so it cuts off endless ones. It follows no redirects,
// so prompts and the key go only to the address that the operator configured.

const MAX_BYTES = 262_144;

/** Answers over 256 KiB fail while they are read. Redirects are returned as ordinary answers. */
export const boundedFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    let seen = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          seen += chunk.byteLength;
          if (seen > MAX_BYTES) controller.error(new Error('The answer of the model endpoint is too large.'));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(bounded, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
