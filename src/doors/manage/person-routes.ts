// What belongs to one member beside the membership itself: what identity providers sent, and the sessions in this
// workspace. Groups, keys, apps and events are the lists of those things, asked for one person.
import { Type } from '@sinclair/typebox';
import { closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { getMember } from '../../directory/members/members.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { endMemberSession, endMemberSessions } from '../../identity/member-sessions.ts';
import { SESSION_KINDS } from '../../identity/session.ts';
import { listSessions } from '../../identity/sessions.ts';
import { personRecords } from '../../provisioning/users/person-attributes.ts';
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';

const SentAttribute = Type.Object(
  {
    path: Type.String({ description: 'As in a SCIM filter, without the URN of an extension.' }),
    type: Type.String({ description: 'Of an item of a list, e.g. `work`; empty where it has none.' }),
    value: Type.String(),
  },
  { $id: 'SentAttribute', ...closed },
);
const PersonRecord = Type.Object(
  {
    connection_id: Uuid('The connection.'),
    connection_name: Type.String(),
    user_name: Type.String(),
    external_id: Nullable(Type.String()),
    active: Type.Boolean({ description: 'As the identity provider said last.' }),
    last_modified: Instant('When a request changed it last.'),
    attributes: Type.Array(SentAttribute),
  },
  { $id: 'PersonRecord', ...closed },
);
const MemberSession = Type.Object(
  {
    id: Uuid('The session.'),
    kind: OneOf(SESSION_KINDS),
    created_at: Instant('When it was opened.'),
    last_seen_at: Instant('Exact to five minutes.'),
    expires_at: Instant('When it ends unless it is used.'),
    user_agent: Type.String({ description: 'As the browser or program called itself; may be empty.' }),
    is_current: Type.Boolean({ description: 'The session that asks.' }),
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
  summary: 'What identity providers sent about a person',
  params,
  answers: { 200: { description: 'One a connection.', schema: listOf(PersonRecord, 'PersonRecordList') } },
  refusals: ['not-found'],
  async handle(call) {
    await getMember(call.db, teamOf(call), call.params.user_id);
    return ok({ items: await personRecords(call.db, teamOf(call), call.params.user_id) });
  },
});

const listMemberSessionsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listMemberSessions',
    summary: 'Where a person is signed in to this workspace',
    params,
    answers: {
      200: { description: 'The live ones, the last used first.', schema: listOf(MemberSession, 'MemberSessionList') },
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
  summary: 'Sign a person out everywhere in this workspace',
  description: 'Of your own, all but the session that asks.',
  params,
  answers: { 200: { description: 'How many sessions ended.', schema: Ended } },
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
  answers: { 204: { description: 'It has ended.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, async (tx) => {
      const { user_id, session_id } = call.params;
      await endMemberSession(tx, teamOf(call), user_id, session_id, byOf(call));
    }),
});

export const personRoutes = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /members/:user_id/records': listMemberRecordsOperation,
    'GET /members/:user_id/sessions': listMemberSessionsOperation(deps),
    'DELETE /members/:user_id/sessions': endMemberSessionsOperation,
    'DELETE /members/:user_id/sessions/:session_id': endMemberSessionOperation,
  });
