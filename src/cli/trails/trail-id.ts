// Writes the ids of trails into trail.yaml, so that a renamed folder keeps its trail even if the document changes.
import { join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { TRAIL_FILE } from './local-trail.ts';
import type { LockedTrail, LockFile } from './lock-file.ts';
import { fileText, writeWithin } from './trail-files.ts';

/**
 * Adds the id to trail.yaml in these folders, if it has none or the id of a trail in another folder. An id from another
 * catalog stays, and the lock file notes it. Nothing else in the file changes.
 */
export async function writeIds(root: string, folders: Iterable<string>, lock: LockFile): Promise<void> {
  for (const folder of folders) {
    const entry = lock.lock.trails.get(folder);
    const text = await fileText(join(root, folder, TRAIL_FILE));
    if (entry === undefined || text === undefined) continue;
    const stated = idIn(text);
    const isWritten = stated === undefined || (stated !== entry.id && isTaken(stated, folder, lock));
    if (isWritten) await writeWithin(join(root, folder), TRAIL_FILE, withId(text, entry.id));
    const { file_id: _before, ...rest } = entry;
    const next: LockedTrail = isWritten || stated === entry.id ? rest : { ...rest, file_id: stated };
    if (next.file_id !== entry.file_id) await lock.note(folder, next);
  }
  await lock.save();
}

function isTaken(id: string, folder: string, { lock }: LockFile): boolean {
  const states = (entry: LockedTrail): boolean => entry.id === id || entry.file_id === id;
  return [...lock.trails].some(([other, entry]) => other !== folder && states(entry));
}

function idIn(text: string): string | undefined {
  const { contents } = parseDocument(text);
  const id: unknown = isMap(contents) ? contents.get('id') : undefined;
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** The text with the id as its first member. Keeps every other byte, unless the members are in braces. */
export function withId(text: string, id: string): string {
  const document = parseDocument(text, { keepSourceTokens: true });
  const { contents } = document;
  if (!isMap(contents)) return text;
  const start = contents.range?.[0] ?? 0;
  if (contents.has('id') || contents.flow === true || (start > 0 && text[start - 1] !== '\n')) {
    document.set('id', id);
    return document.toString({ lineWidth: 0 });
  }
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text.slice(0, start)}id: ${id}${newLine}${text.slice(start)}`;
}
