// The documentation site at /docs: its files, links and search.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsEndpoints } from '../../src/doors/public/docs-routes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type World, world } from '../support/world.ts';

const BUILT = 'dist/docs/public';
const BROWSER = { Accept: 'text/html,*/*;q=0.8' };

let here: World;
beforeAll(async () => {
  here = await world();
});
afterAll(() => here.close());

const get = (path: string, headers: Record<string, string> = BROWSER) => fetch(here.address + path, { headers });

test('serves pages, styles, scripts and the search index, and lets pages load nothing else', async () => {
  for (const [path, type] of [
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/scim/okta', 'text/html; charset=utf-8'],
    ['/docs/api/v1/documents', 'text/html; charset=utf-8'],
    ['/docs/site.css', 'text/css; charset=utf-8'],
    ['/docs/minisearch.js', 'text/javascript; charset=utf-8'],
    ['/docs/search.json', 'application/json'],
    ['/docs/images/in-chat.png', 'image/png'],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, type]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  }
});

test('serves nothing outside the site, and its own page for unknown addresses', async () => {
  for (const path of ['/docs/nope', '/docs/site.css.br', '/docs/..%2f..%2fpackage.json', '/docs/%00', '/docs/images']) {
    const page = await get(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect((await get(path, { Accept: 'application/json' })).headers.get('content-type')).toBe(
      'application/problem+json',
    );
  }
  expect(await (await get('/docs/nope')).text()).toContain('Page not found');
});

test('has no routes if the site was not built', () => {
  expect(docsEndpoints(join(temporaryFolder('no-docs'), 'missing'))).toEqual([]);
});

const pages = existsSync(BUILT)
  ? readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  : [];
const addressOf = (name: string): string => `/docs/${name.replace(/\.html$/, '').replace(/^index$/, '')}`;

test('links only to pages and headings that exist', () => {
  const idsOf = new Map(
    pages.map((name) => {
      const html = readFileSync(join(BUILT, name), 'utf8');
      return [addressOf(name), { html, ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)) }];
    }),
  );
  expect(idsOf.size).toBeGreaterThan(60);
  const dead = [...idsOf].flatMap(([from, { html }]) =>
    [...html.matchAll(/<a [^>]*href="((?:\/docs|#)[^"]*)"/g)].flatMap(([, href = '']) => {
      const [path = '', anchor] = href.split('#');
      const target = idsOf.get(path === '' ? from : path);
      return target !== undefined && (anchor === undefined || target.ids.has(decodeURIComponent(anchor)))
        ? []
        : [`${from}: ${href}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('has a page for every document', () => {
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\/README\.md$|\.md$/, ''));
  expect(files.filter((file) => !pages.includes(`${file}.html`))).toEqual([]);
});
