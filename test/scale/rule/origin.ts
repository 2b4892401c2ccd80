// Finds the store that a statement comes from, by the pieces of its text in the source.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));
const TESTS = fileURLToPath(new URL('../../', import.meta.url));
/** Shorter pieces are in many files. */
const MIN_LENGTH = 12;
/** The minimum share of a statement that the pieces of its store must cover. The rest is names and short pieces. */
const MIN_COVER = 0.6;

interface Piece {
  readonly file: string;
  readonly text: string;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The `sql` templates of all files below the folder whose name ends like that. */
const templatesIn = (folder: string, ending: string): readonly Piece[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/sql`([^`]*)`/g)].map(([, text = '']) => ({
        file: join('src', name),
        text,
      })),
    );

let known: readonly Piece[] | undefined;
let ofTests: ReadonlySet<string> | undefined;

const isStore = ({ file }: Piece): boolean => file.endsWith('-store.ts');

/** The pieces of all statements, longest first. */
function allPieces(): readonly Piece[] {
  if (known !== undefined) return known;
  const found = templatesIn(SOURCE, '.ts').flatMap(({ file, text }) =>
    text.split(/\$\{[^}]*\}/).map((piece) => ({ file, text: squeezed(piece) })),
  );
  known = found
    .filter(({ text }) => text.length >= MIN_LENGTH)
    .sort((one, other) => other.text.length - one.text.length);
  return known;
}

let ofStores: readonly Piece[] | undefined;

function pieces(): readonly Piece[] {
  ofStores ??= allPieces().filter(isStore);
  return ofStores;
}

/** Their statements are parts of other stores' statements. */
const ofOthers = ({ file }: Piece): boolean => /\b(?:views|fragments)-store\.ts$/.test(file);

/** The file whose longest piece starts the statement, or is in it. Stores come first. */
export function originOf(statement: string): string {
  const text = squeezed(statement);
  const has = (piece: Piece): boolean => text.includes(piece.text);
  const found =
    pieces().find((piece) => text.startsWith(piece.text)) ??
    pieces().find((piece) => has(piece) && !ofOthers(piece)) ??
    pieces().find(has) ??
    allPieces().find(has);
  return found?.file ?? 'src/storage';
}

/** The statement with each value as `$`. */
const shapeOf = (text: string): string => squeezed(text).replaceAll(/\$(?:\d+|\{[^}]*\})/g, '$');

/** True if the statement comes from a store and not from a test. */
export function isOfStores(statement: string): boolean {
  ofTests ??= new Set(templatesIn(TESTS, '.ts').map(({ text }) => shapeOf(text)));
  if (ofTests.has(shapeOf(statement))) return false;
  const text = squeezed(statement);
  const rest = pieces().reduce((left, piece) => left.replaceAll(piece.text, ''), text);
  return 1 - rest.length / text.length >= MIN_COVER;
}
