// People as a CSV file: read row by row with every finding named, then added or invited all together or not at all.

import type { By } from '../../audit/audit-log.ts';
import { isBlank } from '../../base/blank.ts';
import { excerpt, firstOf } from '../../base/excerpt.ts';
import { errorAt } from '../../base/field-finding.ts';
import { invalid, invalidBody, type ValidationIssue } from '../../base/issue.ts';
import { isRefusedByRule, refuse } from '../../base/refusal.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { isTypedEmail, mailboxOf, TEXT_LIMITS } from '../checked.ts';
import { selectMemberAddresses } from '../members/member-store.ts';
import { ROLES, type Role } from '../roles.ts';
import { letIn } from './invitations.ts';

/** Rows at most, beside the heading: they are added in one transaction. */
export const MOST_FILE_ROWS = 500;

/** A row as it was understood. `line` counts from 1, the heading included. */
export interface FileRow {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** `ready`: it will be added or invited; `member`: already here, nothing will change; `bad`: `findings` say why. */
  readonly state: 'ready' | 'member' | 'bad';
  readonly findings: readonly string[];
}

export interface MemberFile {
  readonly rows: readonly FileRow[];
  /** Headings of columns that say nothing here, the first twenty. */
  readonly unread_columns: readonly string[];
}

/** Headings that are told. */
const MOST_TOLD = 20;

/**
 * The file as it was understood. The heading names `email`, `name` and, if wanted, `roles` (several with a semicolon
 * between); other columns are not read, so an export can be read again. Refuses with `validation` what is no such file.
 */
export async function readMemberFile(db: Db, teamId: string, csv: string): Promise<MemberFile> {
  const [heading = { cells: [] }, ...lines] = await linesOf(csv);
  const columns = columnsOf(heading.cells);
  if (lines.length === 0) throw invalid('csv', 'The file has a heading and no people. Add a line for each person.');
  if (lines.length > MOST_FILE_ROWS)
    throw invalid('csv', `The file has ${lines.length} people; at most ${MOST_FILE_ROWS} are added at once. Split it.`);
  const rows = lines.map(({ cells, line }) => rowOf(cells, columns, line));
  const addresses = rows.map(({ email }) => email);
  const here = new Set((await selectMemberAddresses(db, teamId, addresses)).map(({ email_key }) => email_key));
  const stateOf = ({ words, ...row }: ReadRow): FileRow => {
    const isHere = here.has(row.email.toLowerCase());
    const findings = isHere ? row.findings : [...row.findings, ...findingsOfNew(row.name, words)];
    return { ...row, findings, state: findings.length > 0 ? 'bad' : isHere ? 'member' : 'ready' };
  };
  return { rows: withoutTwins(rows).map(stateOf), unread_columns: unreadOf(heading.cells, columns) };
}

/** An export of the members has the Owner, and people without a name: of a member that is no fault. */
const findingsOfNew = (name: string, words: readonly string[]): string[] => [
  ...(isBlank(name) ? [NAME_LENGTH] : []),
  ...(name.includes(LOST) ? [`The column name says "${excerpt(name)}", which has lost characters. ${AS_UTF_8}`] : []),
  ...(words.includes('owner') ? [`The column roles says "owner", which no file gives. ${THE_ROLES}`] : []),
];

/** A second row of one address has a finding. */
function withoutTwins(rows: readonly ReadRow[]): ReadRow[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const key = row.email.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.line);
    if (earlier === undefined || key === '') return row;
    return { ...row, findings: [...row.findings, `The address stands in line ${earlier} too.`] };
  });
}

/**
 * Adds or invites everybody who is ready; answers how many. Refuses the whole, with nothing done, with `validation`
 * where a row is bad or refused (`issues` name the lines), and with `seat-limit`.
 */
export async function importMembers(
  tx: Tx,
  teamId: string,
  rows: readonly FileRow[],
  now: number,
  by: By,
): Promise<{ added: number; invited: number; members: number }> {
  const issues = rows.flatMap(({ line, findings }) => findings.map((finding) => issueOf(line, finding)));
  if (issues.length > 0) throw invalidBody({ issues, omitted: 0 }, 'The file has rows to fix; `issues` lists them.');
  const counts = { added: 0, invited: 0, members: rows.filter(({ state }) => state === 'member').length };
  for (const { line, email, name, roles } of inOneOrder(rows)) {
    const outcome = await letIn(tx, teamId, { email, name, roles }, now, by).catch((thrown: unknown) => {
      if (!isRefusedByRule(thrown)) throw thrown;
      throw refuse(
        thrown.slug,
        `Line ${line}, ${email}: ${thrown.message} Nobody of the file was added.`,
        thrown.extras,
      );
    });
    // Somebody who was ready, and has become a member since: another import of the same people was quicker.
    if (outcome === 'member') counts.members += 1;
    else counts['invitation' in outcome ? 'invited' : 'added'] += 1;
  }
  return counts;
}

/** Who is ready, by address: two files with the same people do not wait for each other in a circle. */
const inOneOrder = (rows: readonly FileRow[]): FileRow[] =>
  rows
    .filter(({ state }) => state === 'ready')
    .toSorted((one, other) => (one.email.toLowerCase() < other.email.toLowerCase() ? -1 : 1));

const issueOf = (line: number, message: string): ValidationIssue =>
  errorAt(`csv.line[${line}]`, `Line ${line}: ${message}`);

interface Line {
  readonly cells: readonly string[];
  /** Where the row ends, from 1. */
  readonly line: number;
}

/** The library is loaded with the first file. */
async function linesOf(csv: string): Promise<Line[]> {
  const options = {
    ...{ bom: true, relax_column_count: true, trim: true, info: true },
    // Spreadsheets write the empty rows below the last person, too.
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
  } as const;
  const { parse } = await import('csv-parse/sync');
  try {
    const rows = parse(csv, { ...options, delimiter: delimiterOf(csv) }) as unknown as readonly ParsedRow[];
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : '';
    throw invalid('csv', `The file is no CSV: ${reason} Save it as CSV with UTF-8, and send it again.`);
  }
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Spreadsheets of some countries write semicolons: what the heading has most of divides every line. */
function delimiterOf(csv: string): string {
  const heading = csv.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: heading.split(mark).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.mark ?? ',';
}

const HEADINGS: Readonly<Record<string, 'email' | 'name' | 'roles'>> = {
  email: 'email',
  'e-mail': 'email',
  'email address': 'email',
  'e-mail address': 'email',
  name: 'name',
  'full name': 'name',
  roles: 'roles',
  role: 'roles',
};

type Columns = Readonly<Partial<Record<'email' | 'name' | 'roles', number>>>;

function columnsOf(heading: readonly string[]): Columns {
  const columns: Partial<Record<'email' | 'name' | 'roles', number>> = {};
  for (const [at, text] of heading.entries()) {
    const column = HEADINGS[text.toLowerCase()];
    if (column !== undefined && columns[column] === undefined) columns[column] = at;
  }
  if (columns.email === undefined || columns.name === undefined)
    throw invalid('csv', 'The first line names the columns: email, name and, if wanted, roles.');
  return columns;
}

const unreadOf = (heading: readonly string[], columns: Columns): string[] =>
  heading
    .filter((text, at) => text !== '' && !Object.values(columns).includes(at))
    .slice(0, MOST_TOLD)
    .map((text) => excerpt(text));

/** A row, and its roles as they are written. */
interface ReadRow extends FileRow {
  readonly words: readonly string[];
}

function rowOf(cells: readonly string[], columns: Columns, line: number): ReadRow {
  const cell = (column: keyof Columns): string => plain(cells[columns[column] ?? -1] ?? '');
  const [email, name] = [cell('email'), cell('name')];
  const words = cell('roles')
    .toLowerCase()
    .split(/[;,|]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const roles = ROLES.filter((role) => role !== 'owner' && words.includes(role));
  const unknown = words.filter((word) => !ROLES.some((role) => role === word));
  const findings = [
    ...(isTypedEmail(email)
      ? []
      : [`The column email says "${excerpt(email)}", which is no e-mail address such as ana@example.com.`]),
    ...([...name].length > TEXT_LIMITS.person ? [NAME_LENGTH] : []),
    ...firstOf(unknown.map((word) => `The column roles says "${excerpt(word)}", which is no role. ${THE_ROLES}`)),
  ];
  const texts = { email: excerpt(mailboxOf(email), TEXT_LIMITS.email), name: excerpt(name, TEXT_LIMITS.person) };
  return { line, ...texts, roles, words, findings, state: 'ready' };
}

/** What reading another encoding as UTF-8 leaves of a letter, e.g. of the "ü" in a file of Windows-1252. */
const LOST = '\ufffd';
const AS_UTF_8 = 'Save the file as CSV with UTF-8.';
const NAME_LENGTH = `The column name must have 1 to ${TEXT_LIMITS.person} characters.`;
const THE_ROLES = 'The roles are admin, publisher, author, manager and member.';

/** An export writes an apostrophe before what a spreadsheet would run (audit/export.ts). */
const plain = (text: string): string => (/^'[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text);
