// Rehearsals of directory sync: what requests of an identity provider would change.
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../../base/semaphore.ts';
import { ids } from '../../base/shape.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { ok } from '../../http/answers/answer.ts';
import { mappingText } from '../../provisioning/attribute-mapping.ts';
import { userTypeWith } from '../../provisioning/declared-attributes.ts';
import { requestsOfEveryone, requestsOfList } from '../../provisioning/rehearsal/listed-people.ts';
import { type RecordedRequests, recordedRequests } from '../../provisioning/rehearsal/recorded-requests.ts';
import { knownGroups, knownUsers, rehearse } from '../../provisioning/rehearsal/rehearse.ts';
import type { RehearsalRules } from '../../provisioning/rehearsal/rehearsed-request.ts';
import type { Tx } from '../../storage/database.ts';
import { type OpenTrail, selectOpenTrails } from '../../trails/readers/visible-trails.ts';
import { endGroupRights } from '../../trails/sets/set-audience.ts';
import { type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import {
  MAX_REQUESTS,
  Rehearsal,
  RehearsalBody,
  rehearsalResource,
  resourcesOf,
  scimRequests,
} from './rehearsal-shapes.ts';

export interface RehearsalRouteDeps extends ManageDeps {
  readonly verdictOf: RehearsalRules['verdictOf'];
  /** Limits concurrent rehearsals of a workspace, by its id (`openRehearsals`). */
  readonly rehearsals: KeyedSemaphore;
}

/** One rehearsal of a workspace at a time, because it locks what its requests change. */
export const openRehearsals = (): KeyedSemaphore =>
  keyedSemaphore(() =>
    semaphore(1, 1, () =>
      refuse('not-ready', 'Other rehearsals are running in this workspace. Try again in a few seconds.', {
        retry_after: 10,
      }),
    ),
  );

const BODY_LIMIT = 10 * 1_048_576;

const rehearseOperation = (deps: RehearsalRouteDeps) =>
  operation({
    id: 'rehearseConnection',
    summary: 'Rehearse what an identity provider would change',
    description:
      'Runs SCIM requests, those in the log, or those that would lead to the state of a list, in a transaction that ' +
      'is rolled back. Nothing is stored. The requests run as real ones would, so a real run has the same outcome if ' +
      'nothing else changes before. Send `requests`, `log` or `list`. A rehearsal takes at most 20 seconds. Other ' +
      'changes of the same people and groups wait for it.',
    tag: 'Connections',
    needs: 'admin',
    params: ids('connection_id'),
    body: { schema: RehearsalBody, example: { list: { users: [{ userName: 'ana@example.com' }], groups: [] } } },
    bodyLimit: BODY_LIMIT,
    answers: { 200: { description: 'What would change.', schema: Rehearsal } },
    refusals: ['validation', 'not-found', 'not-ready', 'payload-too-large'],
    idempotent: false,
    async handle(call) {
      const body = await call.json(RehearsalBody);
      const [team_id, database] = [teamOf(call), call.database];
      const connection = await getConnection(call.db, team_id, call.params.connection_id);
      const scope = { team_id, connection_id: connection.connection_id };
      const requestsOf = requestsIn(body, scope);
      const trails = new Map<string, OpenTrail>();
      const openTrails = async (tx: Tx, teamId: string, granteeIds: readonly string[]) => {
        const open = await selectOpenTrails(tx, teamId, granteeIds);
        for (const trail of open) trails.set(trail.trail_id, trail);
        return open;
      };
      const type = userTypeWith(connection.declared_attributes);
      const mapped = body.mapping && { attribute_mapping: mappingText(body.mapping, type) };
      const options = {
        team_id,
        connection: { ...connection, ...mapped },
        base: connectionBase(deps.baseUrl, connection.connection_id),
        now: deps.clock(),
        signal: call.signal(),
      };
      const rules = { verdictOf: deps.verdictOf, endRights: endGroupRights, openTrails };
      const run = () => rehearse(database, rules, options, requestsOf);
      const result = await deps.rehearsals(team_id, run, { signal: options.signal });
      return ok(rehearsalResource(result, trails, body.with_answers));
    },
  });

/** Reads the requests in the transaction of the rehearsal. */
function requestsIn(
  { requests, list, log, everyone }: RehearsalBody,
  scope: Scope,
): (tx: Tx) => Promise<RecordedRequests> {
  if ([requests, list, log, everyone].filter((source) => source !== undefined).length !== 1)
    throw invalid(
      'requests',
      'Send exactly one of requests, list, log and everyone.',
      'The body must contain exactly one of requests, list, log and everyone.',
    );
  if (everyone)
    return async (tx) => ({ requests: requestsOfEveryone(await knownUsers(tx, scope), MAX_REQUESTS), skipped: 0 });
  if (log !== undefined) return (tx) => recordedRequests(tx, scope, log, MAX_REQUESTS);
  if (list === undefined) {
    const read = scimRequests(requests ?? []);
    return async () => ({ requests: read, skipped: 0 });
  }
  const { users, groups = [], is_complete = true } = list;
  const people = { users: resourcesOf(users), groups: resourcesOf(groups), is_complete };
  return async (tx) => ({
    requests: requestsOfList(people, await knownUsers(tx, scope), await knownGroups(tx, scope)),
    skipped: 0,
  });
}

type Scope = Parameters<typeof knownUsers>[1];

export const rehearsalEndpoints = (deps: RehearsalRouteDeps) =>
  routes({ 'POST /connections/:connection_id/rehearsals': rehearseOperation(deps) });
