/** A text that is rendered when it is asked for first, and kept: not every process needs it. */
export function whenAsked(render: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= render();
    return text;
  };
}
