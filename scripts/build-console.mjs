// Builds the console into dist/console/public, with a .br and a .gz beside every file that gets smaller by it. Does
// nothing when no source has changed since the last build: `npm start` and `npm test` ask every time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist/console/public');
const stampFile = join(root, 'dist/console/built-from.txt');
const COMPRESSED = /\.(js|css|svg|html|json|txt)$/;
/** The page is made anew for every answer (its nonce), so that no compressed copy of it is of use. */
const PAGE = 'index.html';

const stamp = fingerprint();
if (existsSync(join(output, PAGE)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
  process.exit(0);
}
const { build } = await import('vite');
// Built beside and put in place whole: a second build at the same time, or a service that starts, never sees half of it.
const fresh = join(root, `dist/console/fresh-${process.pid}`);
mkdirSync(fresh, { recursive: true });
try {
  await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
  for (const file of filesBelow(fresh)) compress(file);
  rmSync(output, { recursive: true, force: true, maxRetries: 5 });
  renameSync(fresh, output);
  writeFileSync(stampFile, stamp);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** A digest of every source: what the console's code imports of the service included. */
function fingerprint() {
  const digest = createHash('sha256');
  const sources = [
    ...filesBelow(join(root, 'console')),
    ...['src/trails', 'src/base'].flatMap((folder) => filesBelow(join(root, folder))),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
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
  if (!COMPRESSED.test(file) || file.endsWith(PAGE)) return;
  const bytes = readFileSync(file);
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  for (const [ending, form] of Object.entries(forms)) {
    if (form.length < bytes.length) writeFileSync(`${file}.${ending}`, form);
  }
}
