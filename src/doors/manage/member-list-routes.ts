// The people of a workspace as a whole: totals, a file out, a file in, and one act on many at once.
import { Type } from '@sinclair/typebox';
import { closed, OneOf, Uuid } from '../../base/shape.ts';
import { importMembers, readMemberFile } from '../../directory/joining/member-file.ts';
import { BULK_ACTS, changeMany, MOST_BULK_MEMBERS } from '../../directory/members/bulk-members.ts';
import { DIRECTORY_ORDERS, type DirectoryRow, DirectoryTotals } from '../../directory/people/directory-person.ts';
import { directoryTotals, wholeDirectory } from '../../directory/people/directory-view.ts';
import { ROLES } from '../../directory/roles.ts';
import { ok } from '../../http/answers/answer.ts';
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { EXPORT_ANSWER, EXPORT_QUERY, exportAnswer } from './export-answer.ts';
import { MEMBER_FILTER } from './member-filter.ts';

/** Room for 500 rows or ids. */
const LIST_BODY_LIMIT = 524_288;

const BulkBody = Type.Object(
  {
    act: OneOf(BULK_ACTS),
    role: Type.Optional(OneOf(ROLES, { description: 'For give_role and take_role.' })),
    user_ids: Type.Array(Uuid('A person.'), { minItems: 1, maxItems: MOST_BULK_MEMBERS, uniqueItems: true }),
  },
  { $id: 'BulkMembersBody', ...closed },
);
const BulkAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          user_id: Uuid('The person.'),
          outcome: OneOf(['done', 'unchanged', 'refused']),
          detail: Type.Optional(Type.String({ description: 'Why it was refused.' })),
        },
        closed,
      ),
    ),
  },
  { $id: 'BulkMembers', ...closed },
);
const ImportBody = Type.Object(
  {
    csv: Type.String({ maxLength: 400_000, description: 'With a heading: email, name and, if wanted, roles.' }),
    preview: Type.Optional(Type.Boolean({ description: 'True: nothing is changed, every row is told.' })),
  },
  { $id: 'ImportMembersBody', ...closed },
);
const ImportRow = Type.Object(
  {
    line: Type.Integer({ description: 'Of the file, the heading included.' }),
    email: Type.String(),
    name: Type.String(),
    roles: Type.Array(OneOf(ROLES)),
    state: OneOf(['ready', 'member', 'bad']),
    findings: Type.Array(Type.String()),
  },
  { $id: 'ImportRow', ...closed },
);
const ImportAnswer = Type.Object(
  {
    rows: Type.Array(ImportRow),
    unread_columns: Type.Array(Type.String(), {
      maxItems: 20,
      description: 'Headings that are none of email, name and roles: what stands below them is not read.',
    }),
    added: Type.Integer({ description: '0 in a preview.' }),
    invited: Type.Integer({ description: 'Whose accounts belong to others: only they accept.' }),
    members: Type.Integer({ description: 'Already here; nothing was changed.' }),
  },
  { $id: 'ImportedMembers', ...closed },
);

const common = { tag: 'Members', needs: 'admin' } as const;

const countMembersOperation = operation({
  ...common,
  id: 'countMembers',
  mayLag: true,
  summary: 'How many people pass a filter',
  query: Type.Object(MEMBER_FILTER),
  answers: { 200: { description: 'The counts.', schema: DirectoryTotals } },
  refusals: ['bad-request'],
  handle: async (call) => ok(await directoryTotals(call.db, teamOf(call), call.query)),
});

const exportMembersOperation = operation({
  ...common,
  id: 'exportMembers',
  mayLag: true,
  summary: 'The people who pass a filter, as a file',
  query: Type.Object({ ...EXPORT_QUERY, ...MEMBER_FILTER, sort: Type.Optional(OneOf(DIRECTORY_ORDERS)) }),
  answers: { 200: { ...EXPORT_ANSWER, description: 'NDJSON, or CSV that POST /members/import reads again.' } },
  refusals: ['bad-request'],
  async handle(call) {
    const { format, sort = 'name', ...filter } = call.query;
    return exportAnswer(wholeDirectory(call.db, teamOf(call), filter, sort), format, 'members', COLUMNS);
  },
});

const changeMembersOperation = operation({
  ...common,
  id: 'changeMembers',
  summary: 'Do one thing to many people',
  description: 'One transaction. What is refused for one person is their outcome and stops none of the others.',
  bodyLimit: LIST_BODY_LIMIT,
  body: { schema: BulkBody },
  answers: { 200: { description: 'The outcome of each, by id.', schema: BulkAnswer } },
  refusals: ['validation'],
  async handle(call) {
    const { user_ids, ...wanted } = await call.json(BulkBody);
    return call.commit(async (tx) => ok({ items: await changeMany(tx, teamOf(call), wanted, user_ids, byOf(call)) }));
  },
});

const importMembersOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'importMembers',
    summary: 'Add or invite the people of a CSV file',
    description: 'All of them or, where a row is refused, nobody. `preview` tells every row beforehand.',
    bodyLimit: LIST_BODY_LIMIT,
    body: {
      schema: ImportBody,
      example: { csv: 'email,name,roles\nana@example.com,Ana Lind,author\n', preview: true },
    },
    answers: { 200: { description: 'What became of it.', schema: ImportAnswer } },
    refusals: ['validation', 'conflict', 'unprocessable'],
    async handle(call) {
      const { csv, preview = false } = await call.json(ImportBody);
      return call.commit(async (tx) => {
        const file = await readMemberFile(tx, teamOf(call), csv);
        if (preview) return ok({ ...file, added: 0, invited: 0, members: 0 });
        return ok({ ...file, ...(await importMembers(tx, teamOf(call), file.rows, deps.clock(), byOf(call))) });
      });
    },
  });

const COLUMNS = [
  { heading: 'name', cell: ({ name }: DirectoryRow) => name },
  { heading: 'email', cell: ({ email }: DirectoryRow) => email },
  { heading: 'status', cell: ({ status }: DirectoryRow) => status },
  { heading: 'roles', cell: ({ roles }: DirectoryRow) => roles.join('; ') },
  { heading: 'source', cell: ({ source }: DirectoryRow) => source?.name ?? 'service' },
  { heading: 'manager', cell: ({ manager }: DirectoryRow) => manager?.name },
  { heading: 'joined_at', cell: ({ joined_at }: DirectoryRow) => joined_at },
  { heading: 'deprovisioned_at', cell: ({ deprovisioned_at }: DirectoryRow) => deprovisioned_at },
  { heading: 'user_id', cell: ({ user_id }: DirectoryRow) => user_id },
];

export const memberListEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /members/totals': countMembersOperation,
    'GET /members/export': exportMembersOperation,
    'POST /members/bulk': changeMembersOperation,
    'POST /members/import': importMembersOperation(deps),
  });
