// Builds the console into dist/console/public, with a .br and a .gz beside every file that gets smaller by it. Does
// nothing when no source has changed since the last build: `npm start` and `npm test` ask every time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FIRST_PAGES } from './first-pages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist/console/public');
const stampFile = join(root, 'dist/console/built-from.txt');
const COMPRESSED = /\.(js|css|svg|txt)$/;
/** Made anew for every answer (its nonce), so that no compressed copy of it is of use. */
const PAGE = 'index.html';

const stamp = fingerprint();
if (existsSync(join(output, PAGE)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
  process.exit(0);
}
const { build } = await import('vite');
// Built beside and put in place whole: a second build at the same time, or a service that starts, never sees half of
// it.
const fresh = join(root, `dist/console/fresh-${process.pid}`);
mkdirSync(fresh, { recursive: true });
try {
  await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
  writeFileSync(join(fresh, 'first-pages.json'), JSON.stringify(firstPages()));
  for (const file of filesBelow(fresh)) compress(file);
  rmSync(output, { recursive: true, force: true, maxRetries: 5 });
  renameSync(fresh, output);
  writeFileSync(stampFile, stamp);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** Of every page the file that asks for its data and the font; of each address its page's own files beside them. */
function firstPages() {
  const manifest = JSON.parse(readFileSync(join(fresh, 'manifest.json'), 'utf8'));
  const withImports = (name, found = new Set()) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const other of manifest[name].imports ?? []) withImports(other, found);
    return found;
  };
  const everywhere = withImports(PAGE);
  const addressOf = (name) => `/${manifest[name].file}`;
  const font = Object.keys(manifest).find((name) => name.endsWith('-latin-wght-normal.woff2'));
  const pages = Object.entries(FIRST_PAGES).map(([address, { source, reads, html }]) => {
    const files = [...withImports(source)].filter((name) => !everywhere.has(name)).map(addressOf);
    return [address, { files, reads, html }];
  });
  return { reader: addressOf('src/first-requests.ts'), font: addressOf(font), pages: Object.fromEntries(pages) };
}

/** A digest of every source: what the console's code imports of the service included. */
function fingerprint() {
  const digest = createHash('sha256');
  const sources = [
    ...filesBelow(join(root, 'console')).filter((file) => !file.includes('/generated/')),
    ...['src/trails', 'src/base', 'src/assets'].flatMap((folder) => filesBelow(join(root, folder))),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
    fileURLToPath(new URL('first-pages.mjs', import.meta.url)),
  ];
  for (const file of sources.sort()) digest.update(relative(root, file)).update(readFileSync(file));
  return digest.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

function compress(file) {
  if (!COMPRESSED.test(file)) return;
  const bytes = readFileSync(file);
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  for (const [ending, form] of Object.entries(forms)) {
    if (form.length < bytes.length) writeFileSync(`${file}.${ending}`, form);
  }
}
