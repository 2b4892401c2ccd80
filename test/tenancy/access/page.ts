// docs/access.md: the access matrix for people who buy, operate or audit the service.
import { scopeOf } from './expectation.ts';
import { type AccessRow, CALLERS } from './rows.ts';

/** The page. `npm run openapi` writes it. */
export const accessPage = (rows: readonly AccessRow[]): string =>
  [HEAD, ...sections(rows), OTHER_DOORS, SETTINGS].join('\n\n').concat('\n');

const HEAD = `# Access

Who may call which operation. The command \`npm run openapi\` generates this page from the OpenAPI documents.
The test \`test/tenancy/access-matrix.test.ts\` sends every request in it: as every role, with every kind of credential,
on every plan, and with ids of another workspace. A new operation appears here without further work.

- ● means that the operation accepts this role. Without a mark it refuses: 401 without a valid credential, 403 without the role
  or the scope.
- A person has the rights of all their roles, direct ones and those of their groups. Everyone is a member.
- *Operator* means an operator of the service outside of a workspace, who works on the service-wide catalog. Inside a
  workspace, operators have the rights of their roles there, and the operations marked for operators alone.
- *Session* means the console's cookie, or the session of the command line or desktop. *Key* means an API key, *app* an OAuth token
  of a connected app. Both need the scope, and the role that allows it.
- Editors of a trail and members of the group that approves can call some operations of authors for that trail, with any role.
  \`test/tenancy/editors.test.ts\` lists them (Decisions 179 and 185).
- An id of another workspace gets the same response as an id that does not exist: 404, with the same body.
- With a session, call operations of \`/v1\` under \`/console/v1\`. Every plan includes the console. The API needs the plan business or enterprise.`;

function sections(rows: readonly AccessRow[]): string[] {
  const tags = [...new Set(rows.map(({ tag }) => tag))];
  return tags.map((tag) => [`## ${tag}`, table(rows.filter((row) => row.tag === tag))].join('\n\n'));
}

const TITLES = ['Member', 'Manager', 'Author', 'Publisher', 'Admin', 'Owner', 'Operator'];

const table = (rows: readonly AccessRow[]): string =>
  [
    `| Operation | ${TITLES.join(' | ')} | Credential | Plan |`,
    `| --- |${TITLES.map(() => ' :-: |').join('')} --- | --- |`,
    ...rows.map(lineOf),
  ].join('\n');

function lineOf(row: AccessRow): string {
  const marks = CALLERS.map((caller) => (row.callers.includes(caller) ? '●' : ' '));
  return `| \`${row.method} ${row.path}\` | ${marks.join(' | ')} | ${credentialOf(row)} | ${row.plan ?? 'any'} |`;
}

function credentialOf({ credentials, need, plan, condition }: AccessRow): string {
  if (condition !== undefined) return `session, if ${condition}`;
  if (credentials.length === 0) return 'none';
  if (credentials.includes('setupLink')) return 'set-up link';
  if (!credentials.includes('apiKey')) return 'session';
  return `key, app${need === undefined ? '' : ` (\`${scopeOf(need)}\`)`}${plan === 'business' ? ', session' : ''}`;
}

const OTHER_DOORS = `## Doors without an OpenAPI document

| Requests | Who | Credential | Plan |
| --- | --- | --- | --- |
| \`/scim/v2/{connection_id}/…\` | the identity provider of this one connection | token of the connection, or an OAuth token for its client secret or workload identity | enterprise |
| \`POST /mcp\`, \`POST /mcp/{team_id}\`, downloads below \`/mcp\` | people with an AI tool | key, or app token for exactly this address, with any scope; each tool needs its own | business |
| \`POST /manage/v1/run-examples\` | roles that write trails | key or app (\`trails:write\`), session of the command line | business, any for sessions |
| \`/oauth/…\`, \`/.well-known/…\` | programs that sign people in | none, or the client's own | any |
| \`/assets/…\`, \`/catalogs/…\`, \`/problems/…\`, the console's pages | everyone | none | any |`;

const SETTINGS = `## Settings that refuse more

| Setting | What changes |
| --- | --- |
| Trails switched off for the workspace | \`/v1\`, \`/console/v1\` and \`/mcp\` answer 403 \`feature-not-enabled\` |
| Approval required to publish | publishing a revision that is not approved answers 409 \`conflict\`, whatever the role |
| Single sign-on required | Links and passwords answer 403 \`forbidden\`. Sessions and apps that began with one end, except for the Owner and operators. |
| Allow-list of apps | apps of other hosts cannot be connected, and their tokens stop working |
| Images need a credential | \`/assets/…\` answers 401 without a session, a key or an app token of the workspace |
| Sign-in with a code switched off, or for own programs only | \`/manage/v1/device/decision\` answers 403 \`forbidden\` for the programs that this excludes |
| Connection made through a set-up link, not confirmed | its tokens answer 401 at SCIM until an admin confirms |
| Connection paused | SCIM answers reads only |
| Membership deactivated | sessions and app tokens answer 401, keys 403 \`membership-revoked\` |`;
