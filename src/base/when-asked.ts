// Texts that are slow to render and not needed in every process.

/** Renders on the first call, and caches the result. */
export function whenAsked(render: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= render();
    return text;
  };
}
