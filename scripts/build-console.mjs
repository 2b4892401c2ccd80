// Builds the console and the card for chats into dist/console/public, with a .br and a .gz copy of every file that
// compresses well. Does nothing if no source has changed since the last build: `npm start` and `npm test` call it every
// time.
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
/** Pages contain a nonce that differs in each response, so a precompressed copy would be useless. */
const PAGE = 'index.html';

const stamp = fingerprint();
if (existsSync(join(output, PAGE)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
  process.exit(0);
}
const { build } = await import('vite');
const { builtCard } = await import('./build-card.mjs');
// Built in a temporary folder and then renamed, so that concurrent builds and a starting service never see an
// incomplete console.
const fresh = join(root, `dist/console/fresh-${process.pid}`);
mkdirSync(fresh, { recursive: true });
try {
  await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
  writeFileSync(join(fresh, 'card.html'), await builtCard());
  writeFileSync(join(fresh, 'first-pages.json'), JSON.stringify(firstPages()));
  for (const file of filesBelow(fresh)) compress(file);
  rmSync(output, { recursive: true, force: true, maxRetries: 5 });
  renameSync(fresh, output);
  writeFileSync(stampFile, stamp);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/**
 * Every page preloads the font and the file that requests its data. Addresses in first-pages.mjs also preload the files
 * of their page.
 */
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

/** A digest of all sources, including those of the service that the console imports. */
function fingerprint() {
  const digest = createHash('sha256');
  const sources = [
    ...filesBelow(join(root, 'console')).filter((file) => !file.includes('/generated/')),
    ...['src/trails', 'src/base', 'src/assets'].flatMap((folder) => filesBelow(join(root, folder))),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
    ...['first-pages.mjs', 'build-card.mjs'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
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
