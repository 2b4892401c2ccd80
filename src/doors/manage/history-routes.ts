// Why a person has a role, and why a person is gone: entries of the audit log and requests of identity providers in one
// list. Also works for people who were removed, as long as the logs contain them.
import { Type } from '@sinclair/typebox';
import { AuditEntry } from '../../audit/audit-entry.ts';
import { historyOf } from '../../audit/read-audit.ts';
import { refuse } from '../../base/refusal.ts';
import { closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { t } from '../../base/texts/t.ts';
import { findMember } from '../../directory/members/members.ts';
import { pendingSuspension, requestsAbout } from '../../provisioning/log/provisioning-log.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { withCredentials } from './acting-credentials.ts';

const RequestAboutPerson = Type.Object(
  {
    id: Uuid('The entry in the provisioning log of the connection.'),
    at: Instant('When the request came.'),
    connection_id: Uuid('The connection.'),
    connection_name: Type.String(),
    operation: OneOf(['create', 'replace', 'update', 'delete']),
    outcome: OneOf(['ok', 'refused', 'failed']),
    status: Type.Integer(),
    explanation: Nullable(Type.String({ description: 'Why it was refused.' })),
    warnings: Type.Array(Type.String()),
    request_id: Type.String(),
  },
  { $id: 'RequestAboutPerson', ...closed },
);
const HistoryLine = Type.Object(
  {
    id: Uuid('Newer lines have greater ids.'),
    change: Nullable(AuditEntry),
    request: Nullable(RequestAboutPerson),
  },
  {
    $id: 'HistoryLine',
    ...closed,
    description: 'Either a change or a request. A change has the `request_id` of the request that caused it.',
  },
);
const PendingSuspension = Type.Object(
  { connection_id: Uuid('The connection.'), connection_name: Type.String(), suspended_at: Instant('Since when.') },
  { $id: 'PendingSuspension', ...closed },
);

const readMemberHistoryOperation = (deps: ManageDeps) =>
  operation({
    tag: 'Members',
    needs: 'admin',
    id: 'listMemberHistory',
    mayLag: true,
    summary: "Explain a person's roles and membership",
    description:
      'Requests of identity providers, changes of groups, roles and grants, suspensions and ended sessions, newest ' +
      'first. Also works for people who were removed.',
    params: ids('user_id'),
    query: Type.Object(PAGE_QUERY),
    answers: {
      200: declaredPage(
        'A page of lines.',
        pageOf(HistoryLine, 'MemberHistory', {
          name: Type.String({ description: 'The current name, or the last one that the log contains.' }),
          is_member: Type.Boolean(),
          suspension: Nullable(PendingSuspension),
        }),
      ),
    },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const [team, person] = [teamOf(call), call.params.user_id];
      const member = await findMember(call.db, team, person);
      const recent = member === undefined ? await historyOf(call.db, team, person, null, RECENT) : [];
      if (member === undefined && recent.length === 0)
        throw refuse(
          'not-found',
          t('No one with this id is or was a member of the workspace, as far as its logs go back.'),
        );
      const page = await pageAnswer(
        call,
        deps.cursorKeys(),
        async (after: string | null, count) => {
          const entries = await historyOf(call.db, team, person, after, count);
          const changes = await withCredentials(call.db, team, entries);
          return merged(changes, await requestsAbout(call.db, team, person, after, count)).slice(0, count);
        },
        ({ id }) => id,
      );
      const name = member?.name ?? recent.find(({ subject }) => subject.id === person)?.subject.name ?? '';
      const suspension = (await pendingSuspension(call.db, team, person)) ?? null;
      return { ...page, body: { ...page.body, name, is_member: member !== undefined, suspension } };
    },
  });

/** The last name of a person who was removed is in one of these entries. */
const RECENT = 26;

type Changes = Awaited<ReturnType<typeof withCredentials>>;
type Requests = Awaited<ReturnType<typeof requestsAbout>>;

/** The ids begin with their time, so both logs have the same order. */
const merged = (changes: Changes, requests: Requests) =>
  [
    ...changes.map((change) => ({ id: change.id, change, request: null })),
    ...requests.map((request) => ({ id: request.id, change: null, request })),
  ].sort((one, other) => (one.id < other.id ? 1 : -1));

export const historyRoutes = (deps: ManageDeps) =>
  routes({ 'GET /members/:user_id/history': readMemberHistoryOperation(deps) });
