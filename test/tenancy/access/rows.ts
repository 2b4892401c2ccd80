// The access matrix: who may call each operation, with which credentials and on which plans. Credentials, requirements
// and plans come from the OpenAPI documents. The roles for each requirement are repeated here, independently of src/,
// so that the tests fail if a role gains a right by mistake.
import { type OpenApi, operationsOf, type Placed, reviewedDocuments } from './operations.ts';

/**
 * Everyone with an account who may call: the roles of a workspace, and an operator of the service outside of a
 * workspace.
 */
export const CALLERS = ['member', 'manager', 'author', 'publisher', 'admin', 'owner', 'operator'] as const;
export type CallerName = (typeof CALLERS)[number];

/** The names of the documents' security schemes. `session` is a bearer token, `console` a cookie. */
export type CredentialName = 'session' | 'console' | 'apiKey' | 'setupLink';

export interface AccessRow extends Placed {
  readonly id: string;
  readonly tag: string;
  /** Empty if the operation is public. */
  readonly credentials: readonly CredentialName[];
  /** A role, a scope or undefined. */
  readonly need: string | undefined;
  readonly callers: readonly CallerName[];
  /** A requirement in addition to the role. */
  readonly condition: string | undefined;
  /** The lowest plan, or undefined if every plan includes it. */
  readonly plan: 'business' | 'enterprise' | undefined;
  /** True if a workspace can switch it off with `trails_enabled`. */
  readonly isSwitchedOffWithTrails: boolean;
}

const TEAM_AUTHORS = ['author', 'publisher', 'admin', 'owner'] as const;
const AUTHORS = [...TEAM_AUTHORS, 'operator'] as const;
const PUBLISHERS = ['publisher', 'admin', 'owner', 'operator'] as const;

/** An operator works on the service-wide catalog with the rights of a publisher. */
const CALLERS_OF_NEED: Readonly<Record<string, readonly CallerName[]>> = {
  member: ['member', 'manager', 'author', 'publisher', 'admin', 'owner'],
  author: AUTHORS,
  'team-author': TEAM_AUTHORS,
  publisher: PUBLISHERS,
  admin: ['admin', 'owner'],
  owner: ['owner'],
  operator: ['operator'],
  catalog: ['admin', 'owner', 'operator'],
  'trails:read': AUTHORS,
  'trails:write': AUTHORS,
  'trails:publish': PUBLISHERS,
};

/** Requirements of some operations in addition to the role. They also refuse with 403 `forbidden`. */
const CONDITIONS: Readonly<Record<string, string>> = {
  acceptInvitation: 'the person has proved the address',
  declineInvitation: 'the person has proved the address',
};

const CREDENTIALS = new Set<string>(['session', 'console', 'apiKey', 'setupLink']);

/** The rows of the documents. Throws if an operation has a need or a credential without a rule. */
export const accessRows = (documents: readonly OpenApi[]): AccessRow[] =>
  documents.flatMap((document) => operationsOf(document).map(rowOf));

/** The rows of the documents as last reviewed, and those of /v1 again as the console reaches them. */
export function everyRow(): AccessRow[] {
  const documented = accessRows(reviewedDocuments());
  return [...documented, ...documented.filter(({ path }) => path.startsWith('/v1/')).map(consoleRow)];
}

function rowOf(placed: Placed): AccessRow {
  const { operation, method, path } = placed;
  const need = operation['x-required-scope'];
  const credentials = operation.security.flatMap((scheme) => Object.keys(scheme));
  const callers = need === undefined ? CALLERS : CALLERS_OF_NEED[need];
  const [unknown] = credentials.filter((name) => !CREDENTIALS.has(name));
  if (callers === undefined || unknown !== undefined)
    throw new Error(`${method} ${path}: no rule for ${unknown ?? need}. Add one to test/tenancy/access/rows.ts.`);
  return {
    ...placed,
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    credentials: credentials as CredentialName[],
    need,
    callers: credentials.includes('setupLink') ? [] : callers,
    condition: CONDITIONS[operation.operationId],
    plan: slugsOf(placed, 402).includes('upgrade-required') ? planOf(credentials) : undefined,
    isSwitchedOffWithTrails: slugsOf(placed, 403).includes('feature-not-enabled'),
  };
}

/** Plans differ in the API (business and enterprise) and directory sync, which admins set up (enterprise). */
const planOf = (credentials: readonly string[]) => (credentials.includes('apiKey') ? 'business' : 'enterprise');

/** The slugs that the operation documents for a status. */
export const slugsOf = ({ operation }: Pick<Placed, 'operation'>, status: number): readonly string[] =>
  operation.responses[status]?.['x-problem-slugs'] ?? [];

/**
 * An operation of /v1 as sessions reach it. The plan does not matter, because plans include the API, not the console.
 */
const consoleRow = (row: AccessRow): AccessRow => ({
  ...row,
  id: `console.${row.id}`,
  path: `/console${row.path}`,
  credentials: ['session', 'console'],
  plan: undefined,
});
