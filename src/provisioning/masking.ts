// What may be seen of a provisioning request in its log: its shape in full, personal values by their first letter,
// secrets not at all. Pure.

/** Members whose text says nothing of a person, lower case. */
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
/** Members that hold expressions: only what stands in quotes is personal. */
const EXPRESSIONS = new Set(['filter', 'path']);
const SECRETS = new Set(['password', 'authorization', 'token']);
/** Says nothing of a person wherever it stands. */
const HARMLESS = /^(true|false|urn:\S{1,200}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** More than an administrator reads, and enough to find a fault. */
const MOST_ITEMS = 50;
const LONGEST_TEXT = 300;
const DEEPEST = 8;

/** The request as it may be stored: same members, values masked; long lists are cut and say how much is left out. */
export const masked = (request: unknown, resource: string): unknown =>
  maskAt('', request, resource === 'Group' ? new Set([...PLAIN, 'displayname']) : PLAIN, 0);

/** `ana.lopez@example.com` as `a***@example.com`, other text as `a***`; null and ids stay. */
export function maskedName(text: string | null): string | null {
  if (text === null || text === '' || HARMLESS.test(text)) return text;
  const at = /\s/.test(text) ? -1 : text.lastIndexOf('@');
  const first = [...text.slice(0, 4)][0] ?? '';
  return at > 0 ? `${first}***${text.slice(at, at + LONGEST_TEXT)}` : `${first}***`;
}

function maskAt(member: string, value: unknown, plain: ReadonlySet<string>, depth: number): unknown {
  if (isSecret(member) || depth > DEEPEST) return '***';
  if (Array.isArray(value)) return maskItems(member, value, plain, depth);
  if (typeof value === 'object' && value !== null) return maskMembers(value, plain, depth);
  if (typeof value !== 'string') return value;
  if (plain.has(member)) return value.slice(0, LONGEST_TEXT);
  if (EXPRESSIONS.has(member)) return maskQuoted(value.slice(0, LONGEST_TEXT));
  return maskedName(value);
}

function maskItems(member: string, items: readonly unknown[], plain: ReadonlySet<string>, depth: number): unknown[] {
  const shown = items.slice(0, MOST_ITEMS).map((item) => maskAt(member, item, plain, depth + 1));
  return items.length > MOST_ITEMS ? [...shown, `… ${items.length - MOST_ITEMS} more`] : shown;
}

function maskMembers(members: object, plain: ReadonlySet<string>, depth: number): Record<string, unknown> {
  const entries = Object.entries(members).map(([name, value]) => [name, name.toLowerCase(), value] as const);
  // An operation of a PATCH names in `path` what its `value` is.
  const hidesValue = entries.some(([, member, value]) => member === 'path' && isSecret(String(value).toLowerCase()));
  const masked = (member: string, value: unknown): unknown =>
    hidesValue && member === 'value' ? '***' : maskAt(member, value, plain, depth + 1);
  return Object.fromEntries(entries.map(([name, member, value]) => [name, masked(member, value)]));
}

/** By whatever name: `password`, `urn:…:user:password`. */
const isSecret = (name: string): boolean => SECRETS.has(name.trim().split(/[:.]/).at(-1) ?? '');

// Some identity providers leave the quotes out: `externalId eq jyoung`. Single ones may hold blanks: `'Ana Silva'`.
const maskQuoted = (expression: string): string =>
  expression
    .replaceAll(/"((?:[^"\\]|\\.)*)("|\\?$)/g, (_, text: string, end: string) => `"${maskedName(text)}${end}`)
    .replaceAll(
      /\b(eq|ne|co|sw|ew)\s+([^"\s()[\]][^"()[\]]*?)(?=\s+(?:and|or)\s|\s*(?:["()[\]]|$))/gi,
      (_, operator: string, text: string) => `${operator} ${maskedName(text)}`,
    );
