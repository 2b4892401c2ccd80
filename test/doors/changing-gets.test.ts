// GET requests that change something. A link, an image or a redirect on any page can send them, so each one needs a
// reason why that does no harm.
import { expect, test } from 'vitest';
import { manageEndpoints } from '../../src/doors/manage/manage.ts';
import { personEndpoints } from '../../src/doors/manage/person-endpoints.ts';
import { setupEndpoints } from '../../src/doors/manage/setup-routes.ts';
import { consentRoutes } from '../../src/doors/oauth/consent-routes.ts';
import { oauthRoutes } from '../../src/doors/oauth/oauth-routes.ts';
import { downloadEndpoints } from '../../src/doors/reader/download-routes.ts';
import { readerEndpoints } from '../../src/doors/reader/reader-routes.ts';
import { scimEndpoints } from '../../src/doors/scim/scim.ts';
import { signInEndpoints } from '../../src/doors/sign-in/sign-in.ts';
import { changeEndpoints } from '../../src/doors/v1/change-routes.ts';
import { historyEndpoints } from '../../src/doors/v1/history-routes.ts';
import { unsavedEndpoints } from '../../src/doors/v1/unsaved-routes.ts';
import { v1Endpoints } from '../../src/doors/v1/v1.ts';
import type { Endpoint } from '../../src/http/endpoint/endpoint.ts';

const none = {} as never;
const ENDPOINTS: readonly Pick<Endpoint<never>, 'method' | 'path' | 'handle'>[] = [
  ...[
    ...v1Endpoints(none),
    ...unsavedEndpoints(none),
    ...historyEndpoints(none),
    ...changeEndpoints(none),
    ...manageEndpoints(none),
    ...personEndpoints(none),
  ],
  ...[...setupEndpoints(none), ...readerEndpoints(none), ...downloadEndpoints(none), ...signInEndpoints(none)],
  ...[...scimEndpoints(none), ...oauthRoutes(none, none), ...consentRoutes(none, none)],
];
const WRITES = /\b(?:commit|inTransaction|noContentAfter|beginSingleSignOn|authorize|askServer)\)?\(/;

/** Path -> why a link to it does no harm. */
const CHANGING: Readonly<Record<string, string>> = {
  '/sign-in/sso':
    'Keeps an attempt for ten minutes. A page of another site gets a question first, and guides have no link to it.',
  '/sign-in/sso/callback':
    'Ends an attempt of this browser only. In a session it links nothing before the person confirms.',
  '/oauth/authorize':
    'Keeps a request for half an hour. Errors go only to approved hosts, and guides have no link to it.',
  '/oauth/authorize/:uid': 'Continues a request of this browser only, after its person has answered with a POST.',
};

test('has no other GET requests that change something', () => {
  const changing = ENDPOINTS.filter(({ method, handle }) => method === 'GET' && WRITES.test(String(handle)));
  expect(changing.map(({ path }) => path).sort()).toEqual(Object.keys(CHANGING).sort());
});
