// Requests to a workspace whose data do not fit on one page: exports, archives, whole groups, and the judge.
import type { Asked } from '../large-workspace/requests.ts';
import type { Workspace } from '../large-workspace/seed.ts';

export interface Sent extends Asked {
  readonly body?: object;
  /** The number of concurrent requests. */
  readonly times?: number;
}

/** Sent in addition to the requests of the large workspace, with the same credentials. */
export function moreRequests(workspace: Workspace, [asConsole, ...others]: readonly Asked[]): readonly Sent[] {
  const { connection_id, team_id, trail_id, user_id } = workspace;
  const asIdentityProvider = others.at(-1)?.headers ?? {};
  const session = { ...asConsole?.headers, 'x-cairn-console': '1' };
  const key = { authorization: `Bearer ${workspace.key}` };
  const scim = `/scim/v2/${connection_id}`;
  const sent = (headers: Asked['headers'], path: string, more: Partial<Sent> = {}): Sent => ({
    name: path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…') + (more.times === undefined ? '' : ` × ${more.times}`),
    path,
    headers,
    ...more,
  });
  const prompt = 'customer refund parcel, what do I answer? '.repeat(90);
  return [
    ...[
      '/manage/v1/audit/export',
      `/manage/v1/connections/${connection_id}/log/export`,
      '/manage/v1/members/export',
    ].map((path) => sent(session, path)),
    ...['/manage/v1/trails/order', '/manage/v1/catalog-health', '/manage/v1/catalog-health/stale', '/openapi.json'].map(
      (path) => sent(session, path),
    ),
    ...['skills', 'plugin', 'marketplace'].map((kind) => sent(session, `/manage/v1/reader/downloads/${kind}.zip`)),
    sent(session, '/manage/v1/reader/downloads/skills.zip', { times: 10 }),
    sent(asIdentityProvider, `${scim}/Groups?count=1000`),
    sent(asIdentityProvider, `${scim}/Groups?count=1000`, { times: 4 }),
    sent(asIdentityProvider, `${scim}/Users?count=1000`),
    sent(session, `/manage/v1/members/${user_id}/records`),
    ...['evaluation', 'catalog-effect'].map((what) =>
      sent(session, `/manage/v1/trails/${trail_id}/${what}`, { body: {} }),
    ),
    sent(session, `/manage/v1/trails/${trail_id}/candidates`, { body: { draft_text: prompt } }),
    sent(key, `/v1/trails/${trail_id}/run-examples`, { body: {} }),
    ...['tools/list', 'prompts/list', 'resources/list'].map((method) => ({
      ...sent({ ...key, accept: 'application/json, text/event-stream' }, `/mcp/${team_id}`, {
        body: { jsonrpc: '2.0', id: 1, method, params: {} },
      }),
      name: `mcp ${method}`,
    })),
  ];
}
