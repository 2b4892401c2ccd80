// What went wrong, in lines for the person at the terminal.
import type { ValidationIssue } from '../base/issue.ts';
import { isRefusal, withCause } from '../base/refusal.ts';

/** A refusal's sentence and its findings; of a file system that refused, what and what to do; else the message. */
export function failureLines(thrown: unknown): string[] {
  if (isRefusal(thrown)) return [withCause(thrown), ...issueLines(thrown.extras.issues, thrown.message)];
  if (!(thrown instanceof Error)) return [String(thrown)];
  return [fileSentence(thrown) ?? thrown.message];
}

/** A line a finding that refuses, but for one that says nothing beyond `sentence`; warnings refuse nothing. */
export const issueLines = (issues: unknown, sentence = ''): string[] =>
  ((issues ?? []) as readonly ValidationIssue[])
    .filter(({ severity, message }) => severity !== 'warning' && message !== sentence)
    .map(({ field, message }) => `  ${field}: ${message}`);

/** What the file system says by a code, and what helps. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there. Make it, or name another.',
  ENOTDIR: 'cannot be there: a part of the path is a file. Name another.',
  EISDIR: 'is a folder. Name a file.',
  EEXIST: 'is there already. Name another.',
  ENOTEMPTY: 'is not empty. Name another.',
  ELOOP: 'is a link that leads back to itself. Remove the link.',
  ENAMETOOLONG: 'is too long a name. Name a shorter one.',
  EACCES: 'may not be used by this user. Change the rights, or name another.',
  EPERM: 'may not be used by this user. Change the rights, or name another.',
  ENOTSUP: 'cannot be made: that file system takes no folders. Name a folder on a disk.',
  EROFS: 'is on a disk that may only be read. Name another.',
  ENOSPC: 'found no room: the disk is full. Make room, and run the command again.',
  EDQUOT: 'found no room: the quota of this user is used up. Make room, and run the command again.',
  EIO: 'could not be read or written: the disk fails. Look after the disk, or name another.',
  EMFILE: 'could not be opened: the process has too many files open. Raise the limit (ulimit -n).',
};

/** Of two places that a failure names, the second lacks this. */
const OF_TARGET = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

type FileFault = Error & { readonly code?: unknown; readonly path?: unknown; readonly dest?: unknown };

/** Undefined for what is no failure of the file system. */
function fileSentence(thrown: FileFault): string | undefined {
  const code = typeof thrown.code === 'string' ? thrown.code : '';
  const fault = FILE_FAULTS[code];
  if (fault === undefined) return undefined;
  const places = OF_TARGET.has(code) ? [thrown.dest, thrown.path] : [thrown.path];
  const place = places.find((one) => typeof one === 'string') ?? 'What was to be written';
  return `${place} ${fault} (${code})`;
}
