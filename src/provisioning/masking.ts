// Masks a provisioning request for its log: the structure stays, personal values keep their first letter, and secrets
// are removed.

/** Members (lower case) whose text contains no personal data. */
const PLAIN = new Set([
  'schemas',
  'op',
  'active',
  'primary',
  'type',
  'id',
  'resourcetype',
  'startindex',
  'count',
  'attributes',
  'excludedattributes',
]);
/** Members that contain expressions, in which only quoted text is personal. */
const EXPRESSIONS = new Set(['filter', 'path']);
const SECRETS = new Set(['password', 'authorization', 'token']);
/** Values that are never personal data, in any member. */
const HARMLESS = /^(true|false|urn:\S{1,200}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** More than an administrator reads, yet enough to find an error. */
const MAX_ITEMS = 50;
const MAX_TEXT_LENGTH = 300;
const DEEPEST = 8;

/** The masked request with the same members. Long lists are truncated and say how many items were left out. */
export const masked = (request: unknown, resource: string): unknown =>
  maskAt('', request, resource === 'Group' ? new Set([...PLAIN, 'displayname']) : PLAIN, 0);

/** A group with more members than fit is not kept. */
const MAX_CONTENT_LENGTH = 262_144;

/** The request as JSON without secrets, to be run again. Null if it is too large. */
export function sentContent(request: unknown): string | null {
  const text = JSON.stringify(request, (_, value: unknown) => withoutSecrets(value));
  return text === undefined || text.length > MAX_CONTENT_LENGTH ? null : text;
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !isSecret(name.toLowerCase()));
  const hidesValue = entries.some(([name, path]) => name.toLowerCase() === 'path' && isSecretPath(path));
  // Such an operation has no effect, but an operation without a value is refused.
  return Object.fromEntries(hidesValue ? entries.map(([name, value]) => [name, isValue(name) ? '' : value]) : entries);
}

/** Turns `ana.lopez@example.com` into `a***@example.com` and other text into `a***`. Null and ids are unchanged. */
export function maskedName(text: string | null): string | null {
  if (text === null || text === '' || HARMLESS.test(text)) return text;
  const at = /\s/.test(text) ? -1 : text.lastIndexOf('@');
  const first = [...text.slice(0, 4)][0] ?? '';
  return at > 0 ? `${first}***${text.slice(at, at + MAX_TEXT_LENGTH)}` : `${first}***`;
}

function maskAt(member: string, value: unknown, plain: ReadonlySet<string>, depth: number): unknown {
  if (isSecret(member) || depth > DEEPEST) return '***';
  if (Array.isArray(value)) return maskItems(member, value, plain, depth);
  if (typeof value === 'object' && value !== null) return maskMembers(value, plain, depth);
  if (typeof value !== 'string') return value;
  if (plain.has(member)) return value.slice(0, MAX_TEXT_LENGTH);
  if (EXPRESSIONS.has(member)) return maskQuoted(value.slice(0, MAX_TEXT_LENGTH));
  return maskedName(value);
}

function maskItems(member: string, items: readonly unknown[], plain: ReadonlySet<string>, depth: number): unknown[] {
  const shown = items.slice(0, MAX_ITEMS).map((item) => maskAt(member, item, plain, depth + 1));
  return items.length > MAX_ITEMS ? [...shown, `… ${items.length - MAX_ITEMS} more`] : shown;
}

function maskMembers(members: object, plain: ReadonlySet<string>, depth: number): Record<string, unknown> {
  const entries = Object.entries(members).map(([name, value]) => [name, name.toLowerCase(), value] as const);
  // The `path` of a PATCH operation may show that its `value` is a secret.
  const hidesValue = entries.some(([, member, value]) => member === 'path' && isSecretPath(value));
  const masked = (member: string, value: unknown): unknown =>
    hidesValue && member === 'value' ? '***' : maskAt(member, value, plain, depth + 1);
  return Object.fromEntries(entries.map(([name, member, value]) => [name, masked(member, value)]));
}

/** True for secrets under any form of their name: `password`, `urn:…:user:password`. */
const isSecret = (name: string): boolean => SECRETS.has(name.trim().split(/[:.]/).at(-1) ?? '');

const isValue = (name: string): boolean => name.toLowerCase() === 'value';
const isSecretPath = (path: unknown): boolean => isSecret(String(path).toLowerCase());

// Some identity providers omit the quotes: `externalId eq jyoung`. Single quotes may contain blanks: `'Ana Silva'`.
const maskQuoted = (expression: string): string =>
  expression
    .replaceAll(/"((?:[^"\\]|\\.)*)("|\\?$)/g, (_, text: string, end: string) => `"${maskedName(text)}${end}`)
    .replaceAll(
      /\b(eq|ne|co|sw|ew)\s+([^"\s()[\]][^"()[\]]*?)(?=\s+(?:and|or)\s|\s*(?:["()[\]]|$))/gi,
      (_, operator: string, text: string) => `${operator} ${maskedName(text)}`,
    );
