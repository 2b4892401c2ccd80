// Reads and writes files in a folder of trails, with errors that name the file, and never through links that lead out
// of the folder.
import { readdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { ifThere, makeFolder } from '../../base/files.ts';
import { utf8In } from '../../base/json.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { putInPlace } from '../put-in-place.ts';

/** Reads a file; undefined if it does not exist. Fails with `validation` if it is unreadable. */
export const fileBytes = (file: string, displayName = file): Promise<Buffer | undefined> =>
  ifThere(readFile(file)).catch((thrown: NodeJS.ErrnoException) => {
    throw unreadable(displayName, thrown);
  });

/** Like `fileBytes`, decoded as text. */
export async function fileText(file: string, displayName = file): Promise<string | undefined> {
  const bytes = await fileBytes(file, displayName);
  return bytes && textIn(bytes, displayName);
}

/** Decodes text without a byte order mark, which some editors add. Fails with `validation` if it is not UTF-8. */
export function textIn(bytes: Uint8Array, displayName: string): string {
  const text = utf8In(bytes);
  if (text === undefined) throw refuse('validation', `${displayName} is not UTF-8 text. Save it as UTF-8.`);
  return text;
}

const MARK = '\ufeff';

/** Decodes a Markdown file, without the final line end. Fails for the same reasons as `textIn`. */
export const markdownIn = (bytes: Uint8Array, displayName: string): string =>
  textIn(bytes, displayName).replace(/\r?\n$/, '');

/** The inverse of `markdownIn`: the exact file content. */
export const markdownOf = (text: string): string =>
  `${text.startsWith(MARK) ? MARK : ''}${text}${text.endsWith('\r') ? '' : '\n'}`;

export const unreadable = (displayName: string, { code, message }: NodeJS.ErrnoException): Refusal =>
  refuse('validation', `${displayName} cannot be read (${code ?? message}). Replace it with a readable file.`);

/** Reads a file within `home`; undefined if it does not exist. Rejects paths that lead out of `home`. */
export async function bytesWithin(home: string, path: string, source: string): Promise<Buffer | undefined> {
  const file = join(home, path);
  if (!file.startsWith(home + sep)) throw leadsOut(source, path);
  await requireWithin(home, file, source, path);
  const displayName = `${source}: ${path}`;
  const bytes = await fileBytes(file, displayName);
  if (bytes !== undefined) return bytes;
  const equivalent = await equivalentPath(home, path);
  if (equivalent === undefined) return undefined;
  await requireWithin(home, join(home, equivalent), source, path);
  return fileBytes(join(home, equivalent), displayName);
}

/** Finds the file whose name is equal after normalization. macOS writes "é" as two characters, and Linux keeps them. */
async function equivalentPath(home: string, path: string): Promise<string | undefined> {
  let found = '';
  for (const part of normalize(path).split(sep)) {
    const names = (await ifThere(readdir(join(home, found)))) ?? [];
    const name = names.find((each) => each.normalize('NFC') === part.normalize('NFC'));
    if (name === undefined) return undefined;
    found = join(found, name);
  }
  return found;
}

/**
 * Replaces a file within `home` atomically, unless it already has this content. Fails with `validation` if a link in
 * the path leads out of `home`.
 */
export async function writeWithin(home: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(home, path);
  await requireWithin(home, dirname(file), home, path);
  const before = await readFile(file).catch(() => undefined);
  if (before?.equals(Buffer.from(content)) === true) return;
  await makeFolder(dirname(file));
  await putInPlace(file, content);
}

/** Removes a file within `home`, if it exists. Fails for the same reasons as `writeWithin`. */
export async function removeWithin(home: string, path: string): Promise<void> {
  await requireWithin(home, dirname(join(home, path)), home, path);
  await rm(join(home, path), { force: true });
}

/** Checks that the real path of `place`, or of its nearest existing parent, is within `home`. */
async function requireWithin(home: string, place: string, source: string, path: string): Promise<void> {
  const real = await ifThere(realpath(place)).catch((thrown: NodeJS.ErrnoException) => {
    throw unreadable(`${source}: ${path}`, thrown);
  });
  if (real === undefined) {
    if (place !== home) await requireWithin(home, dirname(place), source, path);
    return;
  }
  const inside = await realpath(home);
  if (real !== inside && !real.startsWith(inside + sep)) throw leadsOut(source, path);
}

const leadsOut = (source: string, path: string): Refusal =>
  refuse('validation', `${source}: ${path} leads out of the trail's folder.`);
