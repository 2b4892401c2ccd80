// Requests to a workspace of any size, as its console pages, its authors' programs and its identity provider send them.
import type { Workspace } from './seed.ts';

type Headers = Readonly<Record<string, string>>;

export interface Asked {
  readonly name: string;
  readonly path: string;
  readonly headers: Headers;
}

/** The requests for that workspace, always in the same order. */
export async function requestsOf(address: string, workspace: Workspace): Promise<readonly Asked[]> {
  const { connection_id, everybody, record_id, team_id, trail_id, user_id } = workspace;
  const names: readonly (readonly [string, string])[] = [
    ...[[trail_id, '{trail_id}'] as const, [user_id, '{user_id}'] as const, [everybody, '{group_id}'] as const],
    ...[[connection_id, '{connection_id}'] as const, [record_id, '{id}'] as const, [team_id, '{webhook_id}'] as const],
  ];
  const asked = (headers: Headers, base: string, paths: readonly string[]): Asked[] =>
    paths.map((path) => ({
      name: base + path,
      path: names.reduce((text, [id, name]) => text.replaceAll(name, id), base + path),
      headers,
    }));
  return [
    ...asked({ cookie: await signIn(address, workspace) }, '/manage/v1', CONSOLE),
    ...asked({ authorization: `Bearer ${workspace.key}` }, '/v1', PROGRAMS),
    ...asked({ authorization: `Bearer ${workspace.token}` }, '/scim/v2/{connection_id}', PROVIDER),
  ];
}

async function signIn(address: string, { link }: Workspace): Promise<string> {
  const answer = await fetch(`${address}/sign-in/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cairn-console': '1' },
    body: JSON.stringify({ token: link }),
  });
  if (!answer.ok) throw new Error(`The link of the Owner is refused: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

const LOG = '/connections/{connection_id}/log';
const CONSOLE = [
  ...['/session', '/overview', '/connections', '/connections/{connection_id}', '/invitations', '/keys', '/chart'],
  ...['/members', '/members?sort=-name', '/members?q=seed%2077', '/members?q=nobody', '/members?role=admin'],
  ...['/members?group_id={group_id}', '/members?status=deprovisioned', '/members/totals', '/members/{user_id}'],
  ...['/groups', '/groups?q=group%201', '/groups/{group_id}', '/groups/{group_id}/members', '/colleagues?q=seed%2055'],
  ...['/audit', '/audit?kind=trail.saved', '/audit?kind=none', '/audit?q=nobody', '/audit?subject_id={user_id}'],
  ...['/audit?until=2026-01-01T00:00:00Z', LOG, `${LOG}?outcome=refused`, `${LOG}?q=nobody`, `${LOG}/summary?by=day`],
  ...['/webhooks', '/webhooks/{webhook_id}/deliveries', '/webhooks/{webhook_id}/deliveries?state=failed'],
  ...['/trails', '/trails?status=live', '/trails?status=archived', '/trails?q=refund', '/trails?q=nothing'],
  ...['/trails/waiting', '/trails/{trail_id}/care', '/reader/trails', '/reader/trails/{trail_id}', '/insight'],
];
const PROGRAMS = [
  '/me',
  '/trails',
  '/trails?status=live',
  '/trails?q=refund',
  '/trails?q=nothing',
  '/trails/{trail_id}',
];
const filtered = (list: string, filter: string): string => `${list}?filter=${encodeURIComponent(filter)}`;
const PROVIDER = [
  ...['/Users?count=25', '/Users?cursor&count=100', '/Users/{id}', '/Groups?count=25&excludedAttributes=members'],
  ...['/Groups/{group_id}', '/Groups/{group_id}?excludedAttributes=members'],
  filtered('/Users', 'userName eq "nobody"'),
  filtered('/Users', 'externalId eq "ext77"'),
  filtered('/Users', 'userName co "nobody"'),
  filtered('/Groups', 'displayName eq "Group 7"'),
];
