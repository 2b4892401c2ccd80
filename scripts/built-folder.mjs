// Builds a folder of files that the service serves, with a .br and a .gz copy of every file that compresses well. Does
// nothing if no source has changed since the last build: `npm start` and `npm test` call it every time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSED = /\.(m?js|css|svg|txt|json|html)$/;
/** Pages of the console contain a nonce that differs in each response, so a compressed copy would be useless. */
const WITH_NONCE = /console\/[^/]*\/(?:index|card)[^/]*\.html$|first-pages[^/]*\.json$|manifest\.json$/;

/**
 * `build(folder)` writes the files into a temporary folder, which is then renamed, so that concurrent builds and a
 * starting service never see an incomplete folder. `salt` is anything else that the result depends on.
 */
export async function buildFolder({ output, sources, salt = '', build }) {
  const stampFile = `${output}-built-from.txt`;
  const stamp = digestOf(sources, salt);
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const fresh = `${output}-fresh-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    await build(fresh);
    for (const file of filesBelow(fresh)) compress(file);
    rmSync(output, { recursive: true, force: true, maxRetries: 5 });
    renameSync(fresh, output);
    writeFileSync(stampFile, stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

function digestOf(files, salt) {
  const digest = createHash('sha256');
  for (const file of files.sort()) digest.update(relative('.', file)).update(readFileSync(file));
  return digest.update(salt).digest('hex');
}

function compress(file) {
  if (!COMPRESSED.test(file) || WITH_NONCE.test(file)) return;
  const bytes = readFileSync(file);
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  for (const [ending, form] of Object.entries(forms)) {
    if (form.length < bytes.length) writeFileSync(`${file}.${ending}`, form);
  }
}
