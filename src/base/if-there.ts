// A file that is absent is one thing, a file that cannot be read another: who takes the second for the first removes
// or writes over what is there.

const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** What `asked` of the file system comes to, or undefined where there is no such file. Every other fault is thrown. */
export const ifThere = <Value>(asked: Promise<Value>): Promise<Value | undefined> =>
  asked.catch((thrown: NodeJS.ErrnoException) => {
    if (ABSENT.has(thrown.code ?? '')) return undefined;
    throw thrown;
  });
