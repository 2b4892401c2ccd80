// Resources and texts that not every process needs. They are opened, rendered or loaded on first use.

export interface OpenedOnce<Opened> {
  /** Opens the resource if necessary. After a failure, the next call tries again. */
  open(): Promise<Opened>;
  /** The resource, if it is open or being opened. Never rejects. */
  opened(): Promise<Opened | undefined>;
}

export function openedOnce<Opened>(open: () => Promise<Opened>): OpenedOnce<Opened> {
  let opening: Promise<Opened> | undefined;
  const forget = (thrown: unknown): never => {
    opening = undefined;
    throw thrown;
  };
  return {
    open: () => (opening ??= open().catch(forget)),
    opened: async () => opening?.catch(() => undefined),
  };
}

/** Renders on the first call, and caches the result. */
export function whenAsked(render: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= render();
    return text;
  };
}

/** The module. Fails with `sentence`, for the operator, if it is not installed. */
export async function installed<Module>(loading: Promise<Module>, sentence: string): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}
