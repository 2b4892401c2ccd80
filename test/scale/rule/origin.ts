// Finds the file that a statement comes from, by the longest piece of its text in the source.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));
/** Shorter pieces are in many files. */
const MIN_LENGTH = 12;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a function that names the file. */
export function originOf(): (text: string) => string {
  const stores = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('-store.ts'),
  );
  const pieces = stores.flatMap((name) => {
    const templates = readFileSync(join(SOURCE, name), 'utf8').matchAll(/sql`([^`]*)`/g);
    return [...templates].flatMap(([, template = '']) =>
      template
        .split(/\$\{[^}]*\}/)
        .map(squeezed)
        .filter((piece) => piece.length >= MIN_LENGTH)
        .map((piece) => ({ file: relative('', join('src', name)), piece })),
    );
  });
  pieces.sort((one, other) => other.piece.length - one.piece.length);
  return (text) => {
    const own = squeezed(text);
    const start = pieces.find(({ piece }) => own.startsWith(piece));
    return (start ?? pieces.find(({ piece }) => own.includes(piece)))?.file ?? 'an unknown file';
  };
}
