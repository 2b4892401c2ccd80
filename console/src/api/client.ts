// The two typed clients: the trail API through the session, and the management API. The session is a cookie that no
// script can read; the header says that the request comes from this console and not from another site's form.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths as ManagePaths } from '../generated/manage.ts';
import type { paths as TrailPaths } from '../generated/v1.ts';
import { fetchOnce } from './once.ts';

/** What every request of the console carries. */
export const CONSOLE_HEADERS = { 'X-Cairn-Console': '1' } as const;

const fromConsole: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.headers.set(name, value);
    return request;
  },
};

let setupToken = '';

/**
 * From here on this window speaks as the person with that set-up link: what is asked of the connection goes through the
 * link's own door. Empty: as the session again.
 */
export const openSetupLink = (token: string): void => {
  setupToken = token;
};

const bySetupLink: Middleware = {
  async onRequest({ request }) {
    if (setupToken === '') return request;
    const { method, headers, signal } = request;
    headers.set('Authorization', `Bearer ${setupToken}`);
    const body = method === 'GET' ? null : await request.text();
    const url = request.url.replace('/manage/v1/', '/setup/v1/');
    return new Request(url, { method, headers, signal, ...(body !== null && body !== '' && { body }) });
  },
};

export const v1 = createClient<TrailPaths>({ baseUrl: '/console', fetch: fetchOnce });
export const manage = createClient<ManagePaths>({ baseUrl: '/', fetch: fetchOnce });
v1.use(fromConsole);
manage.use(fromConsole, bySetupLink);
