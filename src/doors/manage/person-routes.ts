// One member's data apart from the membership: what identity providers sent, and sessions in this workspace. For
// groups, keys, apps and events, filter those lists by person.
import { Type } from '@sinclair/typebox';
import { closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { findMember, getMember } from '../../directory/members/members.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { endMemberSession, endMemberSessions } from '../../identity/member-sessions.ts';
import { SESSION_KINDS } from '../../identity/session.ts';
import { listSessions } from '../../identity/sessions.ts';
import type { MappedValues } from '../../provisioning/users/mapped-values.ts';
import { personRecords } from '../../provisioning/users/person-attributes.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';

const SentAttribute = Type.Object(
  {
    path: Type.String({ description: "As in a SCIM filter, without an extension's URN." }),
    type: Type.String({ description: 'The type of a list item, e.g. `work`; empty if it has none.' }),
    value: Type.String(),
  },
  { $id: 'SentAttribute', ...closed },
);
const MAPPED = ['name', 'address', 'manager'] as const;
const PersonRecord = Type.Object(
  {
    connection_id: Uuid('The connection.'),
    connection_name: Type.String(),
    user_name: Type.String(),
    external_id: Nullable(Type.String()),
    active: Type.Boolean({ description: "The identity provider's latest value." }),
    last_modified: Instant('When a request last changed it.'),
    attributes: Type.Array(SentAttribute),
    mapped: Type.Array(
      Type.Object(
        {
          field: OneOf(MAPPED),
          path: Nullable(Type.String({ description: 'The attribute that contains the value.' })),
          sent: Nullable(Type.String({ description: 'The value that the identity provider sent.' })),
          stored: Nullable(Type.String({ description: "The account's value; for the manager, the name." })),
        },
        closed,
      ),
      { description: "The values that the connection's mapping chooses, next to those of the account." },
    ),
    is_mapping_applied: Type.Boolean({
      description: 'False if the mapping has changed since the identity provider last sent the person.',
    }),
  },
  { $id: 'PersonRecord', ...closed },
);
const MemberSession = Type.Object(
  {
    id: Uuid('The session.'),
    kind: OneOf(SESSION_KINDS),
    created_at: Instant('When the session started.'),
    last_seen_at: Instant('Accurate to five minutes.'),
    expires_at: Instant('When it expires if unused.'),
    user_agent: Type.String({ description: 'The User-Agent header; may be empty.' }),
    is_current: Type.Boolean({ description: 'Whether this is the current session.' }),
  },
  { $id: 'MemberSession', ...closed },
);
const Ended = Type.Object({ ended: Type.Integer() }, { $id: 'EndedMemberSessions', ...closed });
const listOf = (item: typeof PersonRecord | typeof MemberSession, name: string) =>
  Type.Object({ items: Type.Array(item) }, { $id: name, ...closed });

const common = { tag: 'Members', needs: 'admin' } as const;
const params = ids('user_id');

const listMemberRecordsOperation = operation({
  ...common,
  id: 'listMemberRecords',
  mayLag: true,
  summary: "Get a person's data from identity providers",
  params,
  answers: { 200: { description: 'One item per connection.', schema: listOf(PersonRecord, 'PersonRecordList') } },
  refusals: ['not-found'],
  async handle(call) {
    const team = teamOf(call);
    const { name, email, manager_id } = await getMember(call.db, team, call.params.user_id);
    const manager = manager_id === null ? undefined : await findMember(call.db, team, manager_id);
    const stored = { name, address: email, manager: manager?.name ?? null };
    const records = await personRecords(call.db, team, call.params.user_id);
    return ok({ items: records.map(({ mapped, ...record }) => ({ ...record, mapped: compared(mapped, stored) })) });
  },
});

type Stored = Readonly<Record<(typeof MAPPED)[number], string | null>>;

const compared = (mapped: MappedValues, stored: Stored) =>
  MAPPED.map((field) => ({
    field,
    path: mapped[field]?.path ?? null,
    sent: mapped[field]?.value ?? null,
    stored: stored[field],
  }));

const listMemberSessionsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listMemberSessions',
    summary: "List a person's sessions in this workspace",
    params,
    answers: {
      200: {
        description: 'Active sessions, the most recently used first.',
        schema: listOf(MemberSession, 'MemberSessionList'),
      },
    },
    refusals: ['not-found'],
    async handle(call) {
      await getMember(call.db, teamOf(call), call.params.user_id);
      const sessions = await listSessions(call.db, teamOf(call), call.params.user_id, deps.clock());
      const current = call.caller.session_id;
      return ok({
        items: sessions.map(({ session_id, ...session }) => ({
          id: session_id,
          ...session,
          is_current: session_id === current,
        })),
      });
    },
  });

const endMemberSessionsOperation = operation({
  ...common,
  id: 'endMemberSessions',
  summary: 'Sign a person out of this workspace everywhere',
  description: 'If you sign yourself out, your current session stays.',
  params,
  answers: { 200: { description: 'The number of ended sessions.', schema: Ended } },
  refusals: ['not-found'],
  handle: (call) =>
    call.commit(async (tx) => {
      const { user_id } = call.params;
      return ok({ ended: await endMemberSessions(tx, teamOf(call), user_id, call.caller.session_id, byOf(call)) });
    }),
});

const endMemberSessionOperation = operation({
  ...common,
  id: 'endMemberSession',
  summary: 'End one session of a person',
  params: ids('user_id', 'session_id'),
  answers: { 204: { description: 'The session has ended.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, async (tx) => {
      const { user_id, session_id } = call.params;
      await endMemberSession(tx, teamOf(call), user_id, session_id, byOf(call));
    }),
});

export const personRoutes = (deps: ManageDeps) =>
  routes({
    'GET /members/:user_id/records': listMemberRecordsOperation,
    'GET /members/:user_id/sessions': listMemberSessionsOperation(deps),
    'DELETE /members/:user_id/sessions': endMemberSessionsOperation,
    'DELETE /members/:user_id/sessions/:session_id': endMemberSessionOperation,
  });
