// Distinguishes a missing file from one that cannot be read. Confusing them would delete or overwrite existing data.

const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** The result of the file system operation, or undefined if the file does not exist. Other errors are thrown. */
export const ifThere = <Value>(asked: Promise<Value>): Promise<Value | undefined> =>
  asked.catch((thrown: NodeJS.ErrnoException) => {
    if (ABSENT.has(thrown.code ?? '')) return undefined;
    throw thrown;
  });
