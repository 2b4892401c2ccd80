// The two typed clients: the trail API through the session, and the management API. The session is a cookie that no
// script can read; the header says that the request comes from this console and not from another site's form.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths as ManagePaths } from '../generated/manage.ts';
import type { paths as TrailPaths } from '../generated/v1.ts';

/** What every request of the console carries. */
export const CONSOLE_HEADERS = { 'X-Cairn-Console': '1' } as const;

const fromConsole: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.headers.set(name, value);
    return request;
  },
};

export const v1 = createClient<TrailPaths>({ baseUrl: '/console' });
export const manage = createClient<ManagePaths>({ baseUrl: '/' });
v1.use(fromConsole);
manage.use(fromConsole);
