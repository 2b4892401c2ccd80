// Serves the built console. Reads every file once at startup, with the compressed copies made at build time. File names
// contain a digest of the content, so browsers can cache them forever.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ConsoleFile {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** The page in one language. */
export interface ConsolePage {
  /** The HTML page for every console URL. Each response replaces `NONCE_MARK` with its nonce. */
  readonly page: string;
  /** Elements to add to the page's head at every URL. */
  readonly head: string;
  /** The first paint of some pages, by path, or by a path prefix with a star. */
  readonly firstPages: ReadonlyMap<string, FirstPage>;
}

export interface ConsoleFiles {
  /** By language; English always comes first. */
  readonly pages: ReadonlyMap<string, ConsolePage>;
  /** By the path of the URL, e.g. `/console/assets/index-1a2b.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
  /** The HTML page that shows a trail as a card in a chat (/mcp). Missing in incomplete builds. */
  readonly card: string | undefined;
}

/** What the browser loads and shows before any script of the page has run (scripts/first-pages.mjs). */
export interface FirstPage {
  /** The page's own files, as `<link>` elements. */
  readonly links: string;
  /** The page's first API requests. A star is replaced with the last segment of the page's path. */
  readonly reads: readonly string[];
  readonly html: string;
}

/** The build writes this placeholder wherever the nonce of a response goes. */
export const NONCE_MARK = 'CAIRN_NONCE';

const BUILT = fileURLToPath(new URL('../../../dist/console/public', import.meta.url));
const PAGE = 'index.html';
/** `index.de.html`. */
const PAGE_IN_LANGUAGE = /^index\.([\w-]+)\.html$/;
const CARD = 'card.html';

/** Reads the built console. Returns undefined if it was not built; the service then serves only API clients. */
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
  const others = readdirSync(folder).flatMap((name) => PAGE_IN_LANGUAGE.exec(name)?.[1] ?? []);
  const pages = new Map([
    ['en', readPage(folder, PAGE, 'first-pages.json')],
    ...others.map((name) => [name, readPage(folder, `index.${name}.html`, `first-pages.${name}.json`)] as const),
  ]);
  return { pages, card: found(join(folder, CARD))?.toString(), files };
}

const readPage = (folder: string, page: string, firstPages: string): ConsolePage => ({
  page: readFileSync(join(folder, page), 'utf8'),
  ...readFirstPages(join(folder, firstPages)),
});

interface BuiltFirstPages {
  /** The script that sends the requests in `reads`. */
  readonly reader: string;
  readonly font: string;
  readonly pages: Readonly<Record<string, Omit<FirstPage, 'links'> & { readonly files: readonly string[] }>>;
}

/** Builds without first-pages.json also work, but their first paint comes a moment later. */
function readFirstPages(path: string): Pick<ConsolePage, 'head' | 'firstPages'> {
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
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const found = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
