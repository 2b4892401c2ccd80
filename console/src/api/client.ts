// The two typed clients: the trail API with the session, and the management API. The session is a cookie that scripts
// cannot read. The header proves that the request comes from this console and not from a form on another site.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths as ManagePaths } from '../generated/manage.ts';
import type { paths as TrailPaths } from '../generated/v1.ts';
import { language } from '../parts/texts/language.ts';
import { fetchOnce } from './once.ts';

/** Headers of every request of the console. Errors are in the language of the page. */
export const CONSOLE_HEADERS = { 'X-Cairn-Console': '1', 'Accept-Language': language() } as const;

const fromConsole: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.headers.set(name, value);
    return request;
  },
};

let setupToken = '';

/** From now on, requests about the connection use the setup link's token. An empty token returns to the session. */
export const openSetupLink = (token: string): void => {
  setupToken = token;
};

const bySetupLink: Middleware = {
  async onRequest({ request }) {
    if (setupToken === '') return request;
    const { method, headers, signal } = request;
    headers.set('Authorization', ['Bearer', setupToken].join(' '));
    const body = method === 'GET' ? null : await request.text();
    const url = request.url.replace('/manage/v1/', '/setup/v1/');
    return new Request(url, { method, headers, signal, ...(body !== null && body !== '' && { body }) });
  },
};

export const v1 = createClient<TrailPaths>({ baseUrl: '/console', fetch: fetchOnce });
export const manage = createClient<ManagePaths>({ baseUrl: '/', fetch: fetchOnce });
v1.use(fromConsole);
manage.use(fromConsole, bySetupLink);

/** The parameters of a request for the thing with this id. */
export const at = <Path extends object>(path: Path) => ({ params: { path } });
export const ofTrail = (trail_id: string) => at({ trail_id });
export const ofConnection = (connection_id: string) => at({ connection_id });
