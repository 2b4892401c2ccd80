// The documentation site (scripts/build-docs.mjs) at /docs. Files are read when they are requested, because few people
// read them. Without a built site, /docs does not exist.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { acceptedCoding, prefersHtml } from '../../http/answers/negotiate.ts';
import { type OpenEndpoint, operation, routes } from './open-door.ts';

const BUILT = fileURLToPath(new URL('../../../dist/docs/public', import.meta.url));

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

/** Pages load only the service's own files, and send nothing anywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files of the site in `folder`, by their path below /docs. */
export function docsEndpoints(folder = BUILT): OpenEndpoint[] {
  if (!existsSync(folder)) return [];
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/')),
  );
  const serve = operation({
    id: 'docs.file',
    tag: 'Console',
    idempotent: false,
    refusals: ['not-found'],
    summary: 'The documentation',
    answers: { 200: { description: 'A page or file.', contentType: 'text/html' } },
    async handle(call) {
      const path = (call.url.split('?')[0] ?? '').replace(/^\/docs\/?/, '');
      const name = [path, path === '' ? 'index.html' : `${path}.html`].find(
        (one) => names.has(one) && TYPES.has(extname(one)),
      );
      if (name !== undefined) return answerFor(folder, names, name, call.header('accept-encoding'));
      if (!prefersHtml(call.header('accept')) || !names.has('404.html')) throw refuse('not-found', 'No such page.');
      return { ...(await answerFor(folder, names, '404.html', call.header('accept-encoding'))), status: 404 };
    },
  });
  return routes(Object.fromEntries(['/docs', '/docs/*'].map((path) => [`GET ${path}`, serve])));
}

async function answerFor(
  folder: string,
  names: ReadonlySet<string>,
  name: string,
  accepted: string | undefined,
): Promise<Answer> {
  const offered = { br: names.has(`${name}.br`) || undefined, gzip: names.has(`${name}.gz`) || undefined };
  const coding = acceptedCoding(accepted, offered);
  const ending = coding === undefined ? '' : { br: '.br', gzip: '.gz' }[coding];
  return {
    status: 200,
    headers: {
      'Content-Type': TYPES.get(extname(name)) ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      Vary: 'Accept-Encoding',
      ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
    },
    body: { bytes: await readFile(join(folder, name + ending)) },
  };
}
