import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConsoleFiles } from '../../src/doors/console/console-files.ts';
import { consolePage } from '../../src/doors/console/console-page.ts';
import { rampFile } from '../assets/sample-images.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type World, world } from '../support/world.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let here: World;
beforeAll(async () => {
  here = await world();
});
afterAll(() => here.close());

const ask = (path: string, headers: Record<string, string> = {}) => fetch(here.address + path, { headers });
const filesIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');

test('serves the console to browsers and metadata to programs at /, with Vary: Accept', async () => {
  const page = await ask('/', { Accept: BROWSER });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/plain']) {
    const metadata = await ask('/', { Accept: accept });
    expect(metadata.headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
    expect(await metadata.json()).toMatchObject({ name: 'Cairn', version: '1.0.0' });
  }
});

test('serves the icon to other sites, which AI tools show next to the connection', async () => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/console/mark.svg', 'image/svg+xml'],
  ] as const) {
    const { status, headers } = await ask(path);
    expect([status, headers.get('content-type'), headers.get('cross-origin-resource-policy')]).toEqual([
      ...[200, type, 'cross-origin'],
    ]);
  }
});

test('serves a console that was built without first-pages.json', async () => {
  const folder = temporaryFolder('console');
  await writeFile(join(folder, 'index.html'), '<html><head></head><body><div id="root"></div></body></html>');
  const files = readConsoleFiles(folder);
  const page = files && consolePage(files, { url: '/trails', cookies: undefined, languages: undefined });
  expect([page?.status, String((page?.body as { bytes: Buffer } | undefined)?.bytes)]).toEqual([
    200,
    '<html><head></head><body><div id="root"></div></body></html>',
  ]);
});

test('serves the page in the language of the cookie, then of the browser, then in English', async () => {
  const folder = temporaryFolder('console-languages');
  for (const [name, language] of [
    ['index.html', 'en'],
    ['index.de.html', 'de'],
    ['index.pt-BR.html', 'pt-BR'],
  ] as const)
    await writeFile(join(folder, name), `<html lang="${language}"><head></head><body></body></html>`);
  const files = readConsoleFiles(folder);
  const languageOf = (cookies?: string, languages?: string): string | undefined => {
    const page = files && consolePage(files, { url: '/', cookies, languages });
    return /lang="([^"]+)"/.exec(String((page?.body as { bytes: Buffer } | undefined)?.bytes))?.[1];
  };
  expect(languageOf()).toBe('en');
  expect(languageOf(undefined, 'fr;q=0.9, de-CH;q=0.8, en;q=0.5')).toBe('de');
  expect(languageOf(undefined, 'pt-br')).toBe('pt-BR');
  expect(languageOf(undefined, 'de;q=0, fr')).toBe('en');
  expect(languageOf('a=b; cairn_language=en', 'de')).toBe('en');
  expect(languageOf('cairn_language=xx', 'de')).toBe('de');
  expect(languageOf('cairn_language=..%2Fsecret', '*, ../x')).toBe('en');
});

test('serves only files that pages request, but not the page itself, compressed copies, folders or other files', async () => {
  const folder = temporaryFolder('console-files');
  await mkdir(join(folder, 'folder.js'));
  for (const name of ['index.html', 'a.js', 'a.js.br', 'a.css', 'notes.json', 'folder.js/b.svg'])
    await writeFile(join(folder, name), name);
  const { files = new Map<string, { readonly contentType: string }>() } = readConsoleFiles(folder) ?? {};
  expect([...files].map(([url, { contentType }]) => [url, contentType]).toSorted()).toEqual([
    ['/a.css', 'text/css; charset=utf-8'],
    ['/a.js', 'text/javascript; charset=utf-8'],
    ['/folder.js/b.svg', 'image/svg+xml'],
  ]);
});

test('serves the page to browsers at every console address (deep links), and 404 to programs', async () => {
  for (const path of ['/sign-in', '/trails', '/trails/x', '/write/x', '/admin/members/x', '/operator', '/account']) {
    const page = await ask(path, { Accept: BROWSER });
    expect([path, page.status]).toEqual([path, 200]);
    expect(await page.text()).toContain('<div id="root">');
    const refused = await ask(path, { Accept: 'application/json' });
    expect([path, refused.status, refused.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/problem+json',
    ]);
  }
});

test('serves every console page with status 200, because a proxy may replace a 404', async () => {
  const router = await readFile(new URL('../../console/src/router.tsx', import.meta.url), 'utf8');
  const drawn = [...router.matchAll(/(?:[pP]age\(\s*|path: )'(\/[^']*)'/g)].map(([, path]) => path ?? '');
  expect(drawn.length).toBeGreaterThan(35);
  const statuses = await Promise.all(
    drawn
      .filter((path) => path !== '/$')
      .map(async (path) => {
        const address = path.replaceAll(/\$\w+/g, 'x');
        return [address, (await ask(address, { Accept: BROWSER })).status];
      }),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});

/** The first path segments in the two documents. */
async function foldersOfPrograms(): Promise<string[]> {
  const documents = await Promise.all(['/openapi.json', '/manage/openapi.json'].map((path) => ask(path)));
  const described = await Promise.all(documents.map(async (answer) => (await answer.json()) as { paths: object }));
  const paths = described.flatMap((document) => Object.keys(document.paths));
  return [...new Set(paths.flatMap((path) => /^\/([^/]+)\//.exec(path)?.[1] ?? []))];
}

test('responds to an unknown address with a page for browsers, and with problem details for programs and APIs', async () => {
  const kindOf = async (path: string, accept: string, method = 'GET') => {
    const answer = await fetch(here.address + path, { method, headers: { Accept: accept } });
    return [answer.status, answer.headers.get('content-type')];
  };
  expect(await kindOf('/nowhere', BROWSER)).toEqual([404, 'text/html; charset=utf-8']);
  expect(await kindOf('/some/where?else=1', BROWSER)).toEqual([404, 'text/html; charset=utf-8']);
  expect(await kindOf('/trails/%E0%A4%A', BROWSER)).toEqual([404, 'text/html; charset=utf-8']);
  expect(await kindOf('/trails/%E0%A4%A', 'application/json')).toEqual([400, 'application/problem+json']);
  expect(await kindOf('/v1/trails/%E0%A4%A', BROWSER)).toEqual([400, 'application/problem+json']);
  const below = await foldersOfPrograms();
  expect(below).toEqual(expect.arrayContaining(['v1', 'manage', 'setup', 'oauth']));
  for (const [path, accept, method] of [
    ['/nowhere', 'application/json'],
    ['/nowhere', '*/*'],
    ['/nowhere', BROWSER, 'POST'],
    ['/v1/nowhere', BROWSER],
    ['/manage/v1/nowhere', BROWSER],
    ['/scim/v2/x/Nowhere', BROWSER],
    ...[...below, 'console/v1', 'assets/x', 'problems/x', 'mcp/x', 'catalogs/x', '.well-known'].map(
      (folder) => [`/${folder}/nowhere`, BROWSER] as const,
    ),
  ] as const)
    expect((await kindOf(path, accept, method)).join(' ')).toMatch(/^404 application\/(?:(?:problem|scim)\+)?json$/);
});

test('blocks inline scripts and other origins in the page’s policy, with a new nonce each time', async () => {
  const pages = await Promise.all([ask('/', { Accept: BROWSER }), ask('/', { Accept: BROWSER })]);
  const nonces = await Promise.all(
    pages.map(async (page) => {
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      const html = await page.text();
      expect(html).toContain(`nonce="${nonce}"`);
      expect(html).not.toContain('CAIRN_NONCE');
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
      expect(html).not.toContain(' style=');
      return nonce;
    }),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(pages[0]?.headers.get('cache-control')).toBe('no-store');
});

test('sends headers against sniffing, framing and script execution with every response', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await rampFile('jpeg'))]), 'a.jpg');
  const { author } = await here.team();
  const { body } = await author.speaks.send<{ key: string }>('POST', '/v1/content-assets', form);
  const [file = ''] = filesIn(await (await ask('/', { Accept: BROWSER })).text());
  const said: Record<string, Record<string, string>> = {
    '/': {
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'same-origin',
    },
    [file]: { 'cross-origin-resource-policy': 'same-origin', vary: 'Accept-Encoding' },
    [`/assets/${body.key}`]: {
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    '/problems/not-found': { 'content-security-policy': "default-src 'none'", 'cache-control': 'public, max-age=3600' },
    '/.well-known/agent-skills/index.json': {
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
    },
  };
  for (const [path, more] of Object.entries(said)) {
    const { status, headers } = await ask(path, { Accept: BROWSER });
    const answered = { path, status, ...Object.fromEntries(headers) };
    expect(answered).toMatchObject({ path, status: 200, 'x-content-type-options': 'nosniff', ...more });
  }
});

test('lets browsers cache files forever, and sends them in an encoding that the browser accepts', async () => {
  const [path = ''] = filesIn(await (await ask('/', { Accept: BROWSER })).text());
  const br = await ask(path, { 'Accept-Encoding': 'gzip, br' });
  expect(br.headers.get('content-encoding')).toBe('br');
  expect(br.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(br.headers.get('content-type')).toMatch(/^text\/javascript/);
  const gzip = await ask(path, { 'Accept-Encoding': 'gzip' });
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  const plain = await ask(path, { 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await br.text()).toBe(await plain.text());
  expect((await ask('/console/assets/no-such-file.js')).status).toBe(404);
  expect((await ask('/console/assets/..%2F..%2Fconfig.js')).status).toBe(404);
});

const TRAIL_ID = '01a2108a-a813-703f-8f20-979d47e408ac';
const SIGNED_IN = { Accept: BROWSER, Cookie: 'cairn_session=any' };

test('preloads the files that a page needs first, which all exist, and no files of other pages', async () => {
  const filesAt = async (path: string) => filesIn(await (await ask(path, SIGNED_IN)).text());
  const [everywhere, signIn, editor] = await Promise.all([
    filesAt('/account'),
    filesAt('/sign-in'),
    filesAt(`/write/${TRAIL_ID}?tab=edit`),
  ]);
  const own = (files: readonly string[]) => files.filter((file) => !everywhere.includes(file));
  expect(own(signIn).join(' ')).toContain('/sign-in-page-');
  expect(own(editor).join(' ')).toContain('/trail-page-');
  expect(own(editor).join(' ')).not.toContain('/sign-in-page-');
  for (const file of [...everywhere, ...own(signIn), ...own(editor)])
    expect([file, (await ask(file)).status]).toEqual([file, 200]);
});

test('embeds the first responses and the head of a page, or those of the sign-in page if there is no session', async () => {
  const pageAt = async (path: string, headers: Record<string, string> = SIGNED_IN) => (await ask(path, headers)).text();
  const readsOf = (html: string) => /<meta name="first-reads" content="([^"]*)">/.exec(html)?.[1];
  const members = await pageAt('/admin/members');
  expect(readsOf(members)).toBe('/manage/v1/session /manage/v1/members?limit=100&amp;sort=name');
  expect(members).toContain('<strong>Members</strong>');
  expect(readsOf(await pageAt('/admin/members?q=ada'))).toBe('/manage/v1/session');
  expect(readsOf(await pageAt(`/write/${TRAIL_ID}?tab=edit`))).toBe(
    `/manage/v1/session /console/v1/trails/${TRAIL_ID} /manage/v1/ai-tools`,
  );
  expect(readsOf(await pageAt('/write/no-such-trail'))).toBeUndefined();
  for (const odd of ['/write/"><b>', '/write/%22%3E%3Cb%3E', '/write/', '/trails/x"y', "/write/$'"]) {
    const html = await pageAt(odd);
    expect([odd, /<b>(?!Cairn)|x"y|\$'/.test(html.replace(/<style[\s\S]*?<\/style>/, ''))]).toEqual([odd, false]);
  }
  const visitor = await pageAt('/admin/members', { Accept: BROWSER });
  expect(readsOf(visitor)).toBeUndefined();
  expect(visitor).toContain('<strong>Sign in to Cairn</strong>');
  expect(visitor).not.toContain('<strong>Members</strong>');
  expect(await pageAt('/account')).not.toContain('first-paint" aria-hidden');
});
