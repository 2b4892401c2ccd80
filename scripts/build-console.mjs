// Builds the console and the card for chats into dist/console/public, where the service finds them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder, filesBelow } from './built-folder.mjs';
import { firstPages, pageTexts } from './first-pages.mjs';
import { CATALOGS, localize, otherLanguages, unmark } from './texts/languages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Pages contain a nonce that differs in each response, so a precompressed copy would be useless. */
const PAGE = 'index.html';

/** The folder that is being built. */
let fresh;
await buildFolder({
  output: join(root, 'dist/console/public'),
  sources: sources(),
  salt: otherLanguages().join(),
  async build(folder) {
    fresh = folder;
    const { build } = await import('vite');
    const { builtCard } = await import('./build-card.mjs');
    await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
    countFailedImports();
    writeFileSync(join(fresh, 'card.html'), await builtCard());
    writeLanguages();
  },
});

/** Lets console/src/api/import-part.ts import every part, so that it can retry. */
function countFailedImports() {
  for (const file of filesBelow(join(fresh, 'console/assets')).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(file, 'utf8');
    const counted = code.replace(/\bimport\((`\.\/[\w-]+\.js`)\)/g, 'importPart($1)');
    if (counted !== code) writeFileSync(file, counted);
  }
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

/** All sources, including those of the service that the console imports. */
function sources() {
  return [
    ...filesBelow(join(root, 'console')).filter((file) => !file.includes('/generated/')),
    ...['src/trails', 'src/base', 'src/assets'].flatMap((folder) => filesBelow(join(root, folder))),
    ...filesBelow(CATALOGS),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
    ...['built-folder.mjs', 'first-pages.mjs', 'build-card.mjs'].map((name) => join(root, 'scripts', name)),
    ...['languages.mjs', 'message.mjs', 'read-texts.mjs'].map((name) => join(root, 'scripts/texts', name)),
  ];
}
