// Reads a list of people and groups from a file: CSV as exported from a spreadsheet, or JSON with SCIM resources.
import type { RehearsalBody } from '../../api/rehearsals.ts';
import { t } from '../../parts/texts/t.ts';

type List = Omit<NonNullable<RehearsalBody['list']>, 'is_complete'>;
type Resource = List['users'][number];

export interface PeopleFile {
  readonly list: List;
  /** Headings of CSV columns that are not used. */
  readonly unread: readonly string[];
}

/** Fails with an `Error` whose message says what to correct. */
export function listIn(text: string): PeopleFile {
  const isJson = /^\s*[[{]/.test(text);
  const file = isJson ? { list: listOfJson(text), unread: [] } : listOfCsv(text);
  if (file.list.users.length + (file.list.groups?.length ?? 0) === 0)
    throw new Error(t('The file names no people and no groups.'));
  return file;
}

function listOfJson(text: string): List {
  const parsed = parsedJson(text);
  if (isResources(parsed)) return { users: parsed };
  const { users, groups = [], Resources } = isResource(parsed) ? parsed : {};
  if (isResources(Resources)) return { users: Resources };
  if (isResources(users) && isResources(groups)) return { users, groups };
  throw new Error(t('Write the people as a list, or as an object with the lists users and groups.'));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t('The file is not valid JSON.'));
  }
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isResources = (value: unknown): value is Resource[] => Array.isArray(value) && value.every(isResource);

/** Writes the value of a column into a SCIM user. By heading, in lower case. */
const COLUMNS: Readonly<Record<string, (user: Resource, value: string) => Resource>> = {
  username: (user, userName) => ({ ...user, userName }),
  displayname: (user, displayName) => ({ ...user, displayName }),
  externalid: (user, externalId) => ({ ...user, externalId }),
  email: (user, value) => ({ ...user, emails: [{ type: 'work', primary: true, value }] }),
  active: (user, value) => ({ ...user, active: !/^(false|no|0)$/i.test(value) }),
  title: (user, title) => ({ ...user, title }),
};

/** A spreadsheet may have a column that is called `constructor`. */
const columnOf = (key: string) => (Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined);

function listOfCsv(text: string): PeopleFile {
  const [first = [], ...lines] = linesOf(text);
  const headings = first.map((heading) => heading.trim());
  const keys = headings.map((heading) => heading.toLowerCase());
  if (!keys.includes('username'))
    throw new Error(t('The first line must name the columns. One of them must be userName.'));
  const members = new Map<string, { value: string }[]>();
  const users = lines.map((cells) => {
    let user: Resource = {};
    for (const [index, key] of keys.entries()) {
      const value = cells[index]?.trim() ?? '';
      if (value !== '') user = columnOf(key)?.(user, value) ?? user;
    }
    for (const group of (cells[keys.indexOf('groups')] ?? '').split(';').map((name) => name.trim()))
      if (group !== '') members.set(group, [...(members.get(group) ?? []), { value: String(user.userName) }]);
    return user;
  });
  const groups = [...members].map(([displayName, list]) => ({ displayName, members: list }));
  const unread = headings.filter((_, index) => keys[index] !== 'groups' && columnOf(keys[index] ?? '') === undefined);
  return { list: keys.includes('groups') ? { users, groups } : { users }, unread };
}

/** The cells of each line that is not empty (RFC 4180). Spreadsheets in many countries separate them by semicolons. */
function linesOf(text: string): string[][] {
  const separator = /^[^\n]*;/.test(text) && !/^[^\n]*,/.test(text) ? ';' : ',';
  const lines: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"|([^",;\r\n]+)|(\r?\n)|([,;])/g;
  let [at, isOpen] = ['', false];
  const end = (): void => {
    lines.at(-1)?.push(at);
    at = '';
  };
  for (const [, quoted, plain, line, mark] of text.matchAll(cell)) {
    isOpen = line === undefined;
    if (quoted !== undefined) at += quoted.replaceAll('""', '"');
    else if (plain !== undefined) at += plain;
    else if (mark !== undefined && mark !== separator) at += mark;
    else end();
    if (line !== undefined) lines.push([]);
  }
  if (isOpen) end();
  return lines.filter((cells) => cells.some((value) => value.trim() !== ''));
}
