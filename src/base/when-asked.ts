// Texts that take their time to render, and that not every process is asked for.

/** Rendered when it is asked for first, and kept. */
export function whenAsked(render: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= render();
    return text;
  };
}
