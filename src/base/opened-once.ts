// A resource opened on first use and kept, because not every process needs it.

export interface OpenedOnce<Opened> {
  /** Opens it if necessary. After a failure, the next call tries again. */
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
