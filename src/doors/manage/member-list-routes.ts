// Operations on many people of a workspace: totals, export, import and bulk actions.
import { Type } from '@sinclair/typebox';
import { closed, OneOf, Uuid } from '../../base/shape.ts';
import { importMembers, readMemberFile } from '../../directory/joining/member-file.ts';
import { BULK_ACTS, changeMany, MAX_BULK_MEMBERS } from '../../directory/members/bulk-members.ts';
import { DIRECTORY_ORDERS, type DirectoryRow, DirectoryTotals } from '../../directory/people/directory-person.ts';
import { directoryTotals, wholeDirectory } from '../../directory/people/directory-view.ts';
import { ROLES } from '../../directory/roles.ts';
import { ok } from '../../http/answers/answer.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { EXPORT_ANSWER, EXPORT_QUERY, exportAnswer } from './export-answer.ts';
import { MEMBER_FILTER } from './member-filter.ts';

/** Enough for 500 rows or ids. */
const LIST_BODY_LIMIT = 524_288;

const BulkBody = Type.Object(
  {
    act: OneOf(BULK_ACTS),
    role: Type.Optional(OneOf(ROLES, { description: 'Required for give_role and take_role.' })),
    user_ids: Type.Array(Uuid('A person.'), { minItems: 1, maxItems: MAX_BULK_MEMBERS, uniqueItems: true }),
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
    csv: Type.String({ maxLength: 400_000, description: 'CSV with a header row: email, name and optionally roles.' }),
    preview: Type.Optional(Type.Boolean({ description: 'True only checks the rows and changes nothing.' })),
  },
  { $id: 'ImportMembersBody', ...closed },
);
const ImportRow = Type.Object(
  {
    line: Type.Integer({ description: 'Line number in the file, counting the header.' }),
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
      description: 'Ignored columns: all except email, name and roles.',
    }),
    added: Type.Integer({ description: '0 in a preview.' }),
    invited: Type.Integer({
      description: 'People whose accounts belong to other workspaces, and who must accept first.',
    }),
    members: Type.Integer({ description: 'People who are already members; nothing changed for them.' }),
  },
  { $id: 'ImportedMembers', ...closed },
);

const common = { tag: 'Members', needs: 'admin' } as const;

const countMembersOperation = operation({
  ...common,
  id: 'countMembers',
  mayLag: true,
  summary: 'Count the people that match a filter',
  query: Type.Object(MEMBER_FILTER),
  answers: { 200: { description: 'The counts.', schema: DirectoryTotals } },
  refusals: ['bad-request'],
  handle: async (call) => ok(await directoryTotals(call.db, teamOf(call), call.query)),
});

const exportMembersOperation = operation({
  ...common,
  id: 'exportMembers',
  mayLag: true,
  summary: 'Export the people that match a filter',
  query: Type.Object({ ...EXPORT_QUERY, ...MEMBER_FILTER, sort: Type.Optional(OneOf(DIRECTORY_ORDERS)) }),
  answers: { 200: { ...EXPORT_ANSWER, description: 'NDJSON, or CSV that POST /members/import accepts.' } },
  refusals: ['bad-request'],
  async handle(call) {
    const { format, sort = 'name', ...filter } = call.query;
    return exportAnswer(wholeDirectory(call.db, teamOf(call), filter, sort), format, 'members', COLUMNS);
  },
});

const changeMembersOperation = operation({
  ...common,
  id: 'changeMembers',
  summary: 'Apply one action to many people',
  description: 'Runs in one transaction. If the action is refused for one person, it still applies to the others.',
  bodyLimit: LIST_BODY_LIMIT,
  body: { schema: BulkBody },
  answers: { 200: { description: 'The outcome for each person, by id.', schema: BulkAnswer } },
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
    summary: 'Add or invite people from a CSV file',
    description: 'All or nothing: a single refused row stops the import. Use `preview` to check every row first.',
    bodyLimit: LIST_BODY_LIMIT,
    body: {
      schema: ImportBody,
      example: { csv: 'email,name,roles\nana@example.com,Ana Lind,author\n', preview: true },
    },
    answers: { 200: { description: 'The outcome of the import.', schema: ImportAnswer } },
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

export const memberListEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /members/totals': countMembersOperation,
    'GET /members/export': exportMembersOperation,
    'POST /members/bulk': changeMembersOperation,
    'POST /members/import': importMembersOperation(deps),
  });
