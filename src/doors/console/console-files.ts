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
  /** What a page asks for first, as `<link>` elements, by its address, or by what that begins with and a star. */
  readonly firstFiles: ReadonlyMap<string, string>;
  /** By the path of the URL, e.g. `/console/assets/index-1a2b.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
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
  return { page: readFileSync(join(folder, PAGE), 'utf8'), firstFiles: readFirstFiles(folder), files };
}

function readFirstFiles(folder: string): Map<string, string> {
  const path = join(folder, 'first-files.json');
  if (!existsSync(path)) return new Map();
  const byAddress = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  const links = (files: readonly string[]): string =>
    files.map((file) => `<link rel="modulepreload" crossorigin href="${file}" nonce="${NONCE_MARK}">`).join('');
  return new Map(Object.entries(byAddress).map(([address, files]) => [address, links(files)]));
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const found = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
