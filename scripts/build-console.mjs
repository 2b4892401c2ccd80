// Builds the console and the card for chats into dist/console/public, with a .br and a .gz copy of every file that
// compresses well. Does nothing if no source has changed since the last build: `npm start` and `npm test` call it every
// time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { firstPages, pageTexts } from './first-pages.mjs';
import { localize, otherLanguages, unmark } from './texts/languages.mjs';

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
  writeLanguages();
  for (const file of filesBelow(fresh)) compress(file);
  rmSync(output, { recursive: true, force: true, maxRetries: 5 });
  renameSync(fresh, output);
  writeFileSync(stampFile, stamp);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** Writes `index.de.html` and `first-pages.de.json` for German, and the same for the other languages. */
function writeLanguages() {
  const page = readFileSync(join(fresh, PAGE), 'utf8');
  const english = { language: 'en', rename: (text) => text, translate: (_area, message) => message };
  for (const { language, rename, translate } of [english, ...localize(fresh)]) {
    const t = (message) => translate('page', message, false);
    const rich = (message) => translate('page', message, true);
    const ending = language === 'en' ? '' : `.${language}`;
    const named = rename(page).replace('<html lang="en"', `<html lang="${language}"`);
    const texts = pageTexts(t);
    const html = pageTexts((message) => message).reduce(
      (text, message, at) => text.replace(message, () => texts[at]),
      named,
    );
    writeFileSync(join(fresh, `index${ending}.html`), html);
    writeFileSync(
      join(fresh, `first-pages${ending}.json`),
      rename(JSON.stringify(builtFirstPages(firstPages(t, rich)))),
    );
  }
  unmark(fresh);
}

/**
 * Every page preloads the font and the file that requests its data. Addresses in first-pages.mjs also preload the files
 * of their page.
 */
function builtFirstPages(pages) {
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
  const built = Object.entries(pages).map(([address, { source, reads, html }]) => {
    const files = [...withImports(source)].filter((name) => !everywhere.has(name)).map(addressOf);
    return [address, { files, reads, html }];
  });
  return { reader: addressOf('src/first-requests.ts'), font: addressOf(font), pages: Object.fromEntries(built) };
}

/** A digest of all sources, including those of the service that the console imports. */
function fingerprint() {
  const digest = createHash('sha256');
  const sources = [
    ...filesBelow(join(root, 'console')).filter((file) => !file.includes('/generated/')),
    ...['src/trails', 'src/base', 'src/assets'].flatMap((folder) => filesBelow(join(root, folder))),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
    ...['first-pages.mjs', 'build-card.mjs', 'texts/languages.mjs', 'texts/message.mjs', 'texts/read-texts.mjs'].map(
      (name) => fileURLToPath(new URL(name, import.meta.url)),
    ),
  ];
  for (const file of sources.sort()) digest.update(relative(root, file)).update(readFileSync(file));
  return digest.update(otherLanguages().join()).digest('hex');
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
