// The files of a folder of trails: read where they are, told where they cannot be read, and never through a link that
// leads out of the folder.
import { readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ifThere } from '../../base/if-there.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { utf8In } from '../../base/utf8.ts';
import { putInPlace } from '../put-in-place.ts';

/** The bytes of a file; undefined where there is none. Refuses with `validation` one that cannot be read. */
export const fileBytes = (file: string, shown = file): Promise<Buffer | undefined> =>
  ifThere(readFile(file)).catch((thrown: NodeJS.ErrnoException) => {
    throw unreadable(shown, thrown);
  });

/** As `fileBytes`, as text. */
export async function fileText(file: string, shown = file): Promise<string | undefined> {
  const bytes = await fileBytes(file, shown);
  return bytes && textIn(bytes, shown);
}

/** The text without the byte order mark that some editors put before it. Refuses with `validation` what is no UTF-8. */
export function textIn(bytes: Uint8Array, shown: string): string {
  const text = utf8In(bytes);
  if (text === undefined) throw refuse('validation', `${shown} is no text in UTF-8. Save it in that encoding.`);
  return text;
}

const MARK = '\ufeff';

/** The text of a Markdown file: what is left without the end of its last line. Refuses as `textIn`. */
export const markdownIn = (bytes: Uint8Array, shown: string): string => textIn(bytes, shown).replace(/\r?\n$/, '');

/** What a file holds whose `markdownIn` is `text`, to the letter. */
export const markdownOf = (text: string): string =>
  `${text.startsWith(MARK) ? MARK : ''}${text}${text.endsWith('\r') ? '' : '\n'}`;

export const unreadable = (shown: string, { code, message }: NodeJS.ErrnoException): Refusal =>
  refuse('validation', `${shown} is there, but cannot be read (${code ?? message}). Put a file there that can be.`);

/** The bytes of a file within `home`; undefined where there is none. What leads out of it is refused. */
export async function bytesWithin(home: string, path: string, source: string): Promise<Buffer | undefined> {
  const file = join(home, path);
  if (!file.startsWith(home + sep)) throw leadsOut(source, path);
  await requireWithin(home, file, source, path);
  return fileBytes(file, `${source}: ${path}`);
}

/**
 * Puts a file in place whole, within `home`; one that holds these bytes already is left alone. Refuses with
 * `validation` where a link on the way leads out of it.
 */
export async function writeWithin(home: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(home, path);
  await requireWithin(home, dirname(file), home, path);
  const before = await readFile(file).catch(() => undefined);
  if (before?.equals(Buffer.from(content)) === true) return;
  await makeFolder(dirname(file));
  await putInPlace(file, content);
}

/** Removes a file within `home`, where there is one. Refuses as `writeWithin`. */
export async function removeWithin(home: string, path: string): Promise<void> {
  await requireWithin(home, dirname(join(home, path)), home, path);
  await rm(join(home, path), { force: true });
}

/** Where `place` really is, or the nearest folder above it that is there, lies within `home`. */
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
  refuse('validation', `${source}: ${path} leads out of the folder of the trail.`);
