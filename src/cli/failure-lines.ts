// Formats errors for the terminal.
import type { ValidationIssue } from '../base/issue.ts';
import { isRefusal, withCause } from '../base/refusal.ts';

/**
 * For a refusal, its message and its issues. For a file system error, the cause and advice. For other errors, the
 * message.
 */
export function failureLines(thrown: unknown): string[] {
  if (isRefusal(thrown)) return [withCause(thrown), ...issueLines(thrown.extras.issues, thrown.message)];
  if (!(thrown instanceof Error)) return [String(thrown)];
  return [fileSentence(thrown) ?? thrown.message];
}

/** One line per issue. Leaves out warnings, and an issue that only repeats `sentence`. */
export const issueLines = (issues: unknown, sentence = ''): string[] =>
  ((issues ?? []) as readonly ValidationIssue[])
    .filter(({ severity, message }) => severity !== 'warning' && message !== sentence)
    .map(({ field, message }) => (field === '' ? `  ${message}` : `  ${field}: ${message}`));

/** Explanation and advice by error code. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Create it, or choose another.',
  ENOTDIR: 'is not a valid path: part of it is a file. Choose another.',
  EISDIR: 'is a folder. Name a file.',
  EEXIST: 'already exists. Choose another.',
  ENOTEMPTY: 'is not empty. Choose another.',
  ELOOP: 'is a link that leads back to itself. Remove the link.',
  ENAMETOOLONG: 'has a name that is too long. Choose a shorter one.',
  EACCES: 'is not accessible to this user. Change its permissions, or choose another.',
  EPERM: 'is not accessible to this user. Change its permissions, or choose another.',
  ENOTSUP: 'cannot be created: that file system does not support folders. Choose a folder on a disk.',
  EROFS: 'is on a read-only disk. Choose another.',
  ENOSPC: 'could not be written: the disk is full. Free some space, and run the command again.',
  EDQUOT: "could not be written: this user's disk quota is used up. Free some space, and run the command again.",
  EIO: 'could not be read or written: the disk reports errors. Check the disk, or choose another.',
  EMFILE: 'could not be opened: the process has too many open files. Raise the limit (ulimit -n).',
};

/** If the error names two paths, these codes are about the second one. */
const OF_TARGET = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

type FileFault = Error & { readonly code?: unknown; readonly path?: unknown; readonly dest?: unknown };

/** Undefined if the error does not come from the file system. */
function fileSentence(thrown: FileFault): string | undefined {
  const code = typeof thrown.code === 'string' ? thrown.code : '';
  const fault = FILE_FAULTS[code];
  if (fault === undefined) return undefined;
  const places = OF_TARGET.has(code) ? [thrown.dest, thrown.path] : [thrown.path];
  const place = places.find((one) => typeof one === 'string') ?? 'The output';
  return `${place} ${fault} (${code})`;
}
