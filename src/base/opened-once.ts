// What is opened with its first use and kept, since not every process has one.

export interface OpenedOnce<Opened> {
  /** Opens it where nobody has yet. One that failed is opened again with the next call. */
  open(): Promise<Opened>;
  /** What is open or being opened; undefined where nothing is. Never rejects. */
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
