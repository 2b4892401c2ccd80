// The built console as it is served: every file read once at start, with the compressed copies that were made at build
// time. A file's name holds a digest of its content, so that browsers keep it for ever.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ConsoleFile {
  readonly contentType: string;
  readonly plain: Buffer;
  /** Of the same content, smaller. */
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

export interface ConsoleFiles {
  /** The page that every address of the console answers; `NONCE_MARK` stands where its nonce goes. */
  readonly page: string;
  /** What stands in the page's head at every address. */
  readonly head: string;
  /** What comes with the page at some, by its address, or by what that begins with and a star. */
  readonly firstPages: ReadonlyMap<string, FirstPage>;
  /** By the path of the URL, e.g. `/console/assets/index-1a2b.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** What is asked for and seen before any script of the page has run (scripts/first-pages.mjs). */
export interface FirstPage {
  /** The page's own files, as `<link>` elements. */
  readonly links: string;
  /** What it asks the service first; a star is the last part of its address. */
  readonly reads: readonly string[];
  readonly html: string;
}

/** What the build writes where every answer puts its own nonce. */
export const NONCE_MARK = 'CAIRN_NONCE';

const BUILT = fileURLToPath(new URL('../../../dist/console/public', import.meta.url));
const PAGE = 'index.html';

/** The console as it was built, or undefined where it was not: the service then answers programs alone. */
export function readConsoleFiles(folder = BUILT): ConsoleFiles | undefined {
  if (!existsSync(join(folder, PAGE))) return undefined;
  const files = new Map<string, ConsoleFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const contentType = TYPES[extname(path)];
    if (contentType === undefined || name === PAGE || !statSync(path).isFile()) continue;
    const plain = readFileSync(path);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(url, { contentType, plain, br: found(`${path}.br`), gzip: found(`${path}.gz`) });
  }
  return { page: readFileSync(join(folder, PAGE), 'utf8'), ...readFirstPages(folder), files };
}

interface BuiltFirstPages {
  /** The file that asks for `reads`. */
  readonly reader: string;
  readonly font: string;
  readonly pages: Readonly<Record<string, Omit<FirstPage, 'links'> & { readonly files: readonly string[] }>>;
}

/** A console that was built before there were any does without: it is as whole, and seen a moment later. */
function readFirstPages(folder: string): Pick<ConsoleFiles, 'head' | 'firstPages'> {
  const path = join(folder, 'first-pages.json');
  if (!existsSync(path)) return { head: '', firstPages: new Map() };
  const built = JSON.parse(readFileSync(path, 'utf8')) as BuiltFirstPages;
  const links = (files: readonly string[]): string =>
    files
      .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}" nonce="${NONCE_MARK}">`)
      .join('');
  const pages = Object.entries(built.pages).map(
    ([address, { files, reads, html }]) => [address, { links: links(files), reads, html }] as const,
  );
  const head =
    `<script type="module" async crossorigin src="${built.reader}" nonce="${NONCE_MARK}"></script>` +
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${built.font}">`;
  return { head, firstPages: new Map(pages) };
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const found = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
