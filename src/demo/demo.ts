// Fills an empty database with a demo for a first look: a workspace with people, trails in every status, and the
// service-wide catalog. A single process does this, and either everything is created or nothing.

import type { By } from '../audit/audit-log.ts';
import { DAY_MS } from '../base/clock.ts';
import { createApiKey } from '../credentials/api-credentials.ts';
import { setOperator } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { addMember } from '../directory/members/members.ts';
import { SCOPES } from '../directory/roles.ts';
import { addDomain } from '../directory/teams/domains.ts';
import { listTeams } from '../directory/teams/teams.ts';
import { createLoginLink } from '../identity/login-links.ts';
import type { Database, Tx } from '../storage/database.ts';
import { claimTurn } from '../storage/turn-claim.ts';
import { createTrail } from '../trails/editing/create-trail.ts';
import { saveDocument } from '../trails/editing/save-document.ts';
import { changeStatus } from '../trails/publication/change-status.ts';
import { publishTrail } from '../trails/publication/publish.ts';
import type { TrailRules } from '../trails/trail-rules.ts';
import { getDraft } from '../trails/trails.ts';
import { createWorkspace, FIRST_WORKSPACE_TURN } from '../workspaces/workspace.ts';
import type { DemoTrail } from './demo-trail.ts';
import { SERVICE_TRAILS } from './service-trails.ts';
import { WORKSPACE_TRAILS } from './workspace-trails.ts';

/** The secrets of a demo, shown once and stored as hashes. */
export interface Demo {
  readonly api_key: string;
  readonly svc_api_key: string;
  /** Signs the Owner in to the console. Works a single time. */
  readonly link_token: string;
}

const OWNER = { email: 'olive@acme.example', name: 'Olive Okafor' };
const PEOPLE = [
  { email: 'arthur@acme.example', name: 'Arthur Lind', roles: ['author'] },
  { email: 'mia@acme.example', name: 'Mia Rossi', roles: [] },
  { email: 'jonas@acme.example', name: 'Jonas Weber', roles: [] },
  { email: 'sana@acme.example', name: 'Sana Haddad', roles: [] },
];

/**
 * Fills an empty database. Returns undefined and changes nothing if there is a workspace, or if there ever was a demo.
 */
export function fillDemo(database: Database, rules: TrailRules, now: number): Promise<Demo | undefined> {
  return database.inTransaction(async (tx) => {
    if ((await listTeams(tx, '', null, 1)).length > 0) return undefined;
    const once = now;
    if (!(await claimTurn(tx, FIRST_WORKSPACE_TURN, once, now))) return undefined;
    return fill(tx, rules, now);
  });
}

async function fill(tx: Tx, rules: TrailRules, now: number): Promise<Demo> {
  const wanted = { name: 'Acme', owner: OWNER, plan: 'enterprise', seat_limit: 50 };
  const { team_id, owner_id } = await createWorkspace(tx, wanted, bySystem(null));
  const by = bySystem(owner_id);
  await setOperator(tx, owner_id, true, by);
  await addDomain(tx, team_id, 'acme.example', by);
  for (const person of PEOPLE) await addMember(tx, team_id, person, by);
  for (const trail of WORKSPACE_TRAILS) await addTrail(tx, team_id, trail, by, rules);
  for (const trail of SERVICE_TRAILS) await addTrail(tx, SVC_CATALOG_ID, trail, by, rules);
  const key = { account_id: owner_id, name: 'demo', scopes: SCOPES };
  const { token } = await createLoginLink(tx, { email: OWNER.email, team_id, lifetime_ms: DAY_MS }, now, by);
  return {
    api_key: (await createApiKey(tx, team_id, key, now, by)).key,
    svc_api_key: (await createApiKey(tx, SVC_CATALOG_ID, key, now, by)).key,
    link_token: token,
  };
}

/** Creates the trail's history: saves and publishes every version, then saves the draft and sets the current status. */
async function addTrail(tx: Tx, catalogId: string, { versions, draft, status }: DemoTrail, by: By, rules: TrailRules) {
  const documents = [...versions.map(({ document }) => document), ...(draft === undefined ? [] : [draft])];
  const [first, ...later] = documents;
  if (first === undefined) return;
  const { trail_id } = await createTrail(tx, catalogId, first, by, rules);
  const publish = async (note: string | undefined) => {
    if (note === undefined) return;
    const { revision } = await getDraft(tx, catalogId, trail_id);
    await publishTrail(tx, catalogId, { trail_id, revision, note }, by, rules);
  };
  await publish(versions[0]?.note);
  for (const [place, document] of later.entries()) {
    await saveDocument(tx, catalogId, await getDraft(tx, catalogId, trail_id), document, by, rules);
    await publish(versions[place + 1]?.note);
  }
  if (status === 'archived') await changeStatus(tx, catalogId, trail_id, 'archive', by);
  if (status === 'draft' && versions.length > 0) await changeStatus(tx, catalogId, trail_id, 'unpublish', by);
}

const bySystem = (account_id: string | null): By => ({
  account_id,
  actor: { kind: 'system', id: null, name: 'demo' },
  request_id: 'demo',
});
