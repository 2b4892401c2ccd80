// Imports people from a CSV file. Reads it row by row and reports every problem, then adds or invites either everyone
// or no one.

import type { By } from '../../audit/audit-log.ts';
import { excerpt, firstOf } from '../../base/excerpt.ts';
import { errorAt } from '../../base/field-finding.ts';
import { invalid, invalidBody, type ValidationIssue } from '../../base/issue.ts';
import { isRefusedByRule, refuse } from '../../base/refusal.ts';
import { isBlank } from '../../base/text.ts';
import { asText, type Sentence, t } from '../../base/texts/t.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { isTypedEmail, mailboxOf, TEXT_LIMITS } from '../checked.ts';
import { selectMemberAddresses } from '../members/member-store.ts';
import { ROLES, type Role } from '../roles.ts';
import { letIn } from './invitations.ts';

/** The maximum number of rows without the heading. It is limited because one transaction adds all of them. */
export const MAX_FILE_ROWS = 500;

/** A row after parsing. `line` counts from 1 and includes the heading. */
export interface FileRow {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /**
   * `ready`: will be added or invited. `member`: is already a member, so nothing will change. `bad`: see `findings`.
   */
  readonly state: 'ready' | 'member' | 'bad';
  readonly findings: readonly Sentence[];
}

export interface MemberFile {
  readonly rows: readonly FileRow[];
  /** The first twenty headings of ignored columns. */
  readonly unread_columns: readonly string[];
}

/** The maximum number of ignored headings that are reported. */
const MAX_IGNORED_HEADINGS = 20;

/**
 * Parses the file. The heading names the columns `email`, `name` and optionally `roles` (separated by semicolons).
 * Other columns are ignored, so an exported file can be imported. Fails with `validation` if it is not such a file.
 */
export async function readMemberFile(db: Db, teamId: string, csv: string): Promise<MemberFile> {
  const [heading = { cells: [] }, ...lines] = await linesOf(csv);
  const columns = columnsOf(heading.cells);
  if (lines.length === 0) throw invalid('csv', 'The file has a heading and no people. Add a line for each person.');
  if (lines.length > MAX_FILE_ROWS)
    throw invalid(
      'csv',
      t('The file has {length} people; the limit is {limit} at once. Split the file.', {
        length: lines.length,
        limit: MAX_FILE_ROWS,
      }),
    );
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

/** Not checked for existing members, because an export contains the Owner and people without a name. */
const findingsOfNew = (name: string, words: readonly string[]): Sentence[] => [
  ...(isBlank(name) ? [NAME_LENGTH] : []),
  ...(name.includes(LOST)
    ? [
        t('The column name says "{name}", which has lost characters. {remedy}', {
          name: excerpt(name),
          remedy: AS_UTF_8,
        }),
      ]
    : []),
  ...(words.includes('owner')
    ? [t('The column roles says "owner", which a file cannot assign. {remedy}', { remedy: THE_ROLES })]
    : []),
];

/** Adds a finding to each further row with the same address. */
function withoutTwins(rows: readonly ReadRow[]): ReadRow[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const key = row.email.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.line);
    if (earlier === undefined || key === '') return row;
    return { ...row, findings: [...row.findings, t('The address is also in line {earlier}.', { earlier })] };
  });
}

/**
 * Adds or invites everyone who is ready and returns the counts. If a row is bad or is refused, changes nothing and
 * fails with `validation` (`issues` name the lines), or with `seat-limit`.
 */
export async function importMembers(
  tx: Tx,
  teamId: string,
  rows: readonly FileRow[],
  now: number,
  by: By,
): Promise<{ added: number; invited: number; members: number }> {
  const issues = rows.flatMap(({ line, findings }) => findings.map((finding: Sentence) => issueOf(line, finding)));
  if (issues.length > 0) throw invalidBody({ issues, omitted: 0 }, 'Some rows need to be fixed. See `issues`.');
  const counts = { added: 0, invited: 0, members: rows.filter(({ state }) => state === 'member').length };
  for (const { line, email, name, roles } of inOneOrder(rows)) {
    const outcome = await letIn(tx, teamId, { email, name, roles }, now, by).catch((thrown: unknown) => {
      if (!isRefusedByRule(thrown)) throw thrown;
      throw refuse(
        thrown.slug,
        t('Line {line}, {email}: {message} No one in the file was added.', {
          line,
          email,
          message: thrown.text,
        }),
        thrown.extras,
      );
    });
    // A concurrent import made this person a member.
    if (outcome === 'member') counts.members += 1;
    else counts['invitation' in outcome ? 'invited' : 'added'] += 1;
  }
  return counts;
}

/** Sorts the ready rows by address, so that concurrent imports of the same people don't deadlock. */
const inOneOrder = (rows: readonly FileRow[]): FileRow[] =>
  rows
    .filter(({ state }) => state === 'ready')
    .toSorted((one, other) => (one.email.toLowerCase() < other.email.toLowerCase() ? -1 : 1));

const issueOf = (line: number, message: Sentence): ValidationIssue =>
  errorAt(`csv.line[${line}]`, t('Line {line}: {message}', { line, message: asText(message) }));

interface Line {
  readonly cells: readonly string[];
  /** The line in which the row ends, starting at 1. */
  readonly line: number;
}

/** Loads the library when the first file is parsed. */
async function linesOf(csv: string): Promise<Line[]> {
  const options = {
    ...{ bom: true, relax_column_count: true, trim: true, info: true },
    // Spreadsheets also write empty rows after the last person.
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
  } as const;
  const { parse } = await import('csv-parse/sync');
  try {
    const rows = parse(csv, { ...options, delimiter: delimiterOf(csv) }) as unknown as readonly ParsedRow[];
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : '';
    throw invalid(
      'csv',
      t('The file is not valid CSV: {reason} Save it as CSV with UTF-8, and send it again.', { reason }),
    );
  }
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** In some countries, spreadsheets use semicolons. The most frequent delimiter in the heading applies to every line. */
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
    throw invalid('csv', 'The first line must name the columns: email, name and, optionally, roles.');
  return columns;
}

const unreadOf = (heading: readonly string[], columns: Columns): string[] =>
  heading
    .filter((text, at) => text !== '' && !Object.values(columns).includes(at))
    .slice(0, MAX_IGNORED_HEADINGS)
    .map((text) => excerpt(text));

/** A row and its roles as written. */
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
      : [
          t('The column email says "{email}", which is not an e-mail address such as ana@example.com.', {
            email: excerpt(email),
          }),
        ]),
    ...([...name].length > TEXT_LIMITS.person ? [NAME_LENGTH] : []),
    ...firstOf(
      unknown.map((word) =>
        t('The column roles says "{word}", which is not a role. {remedy}', { word: excerpt(word), remedy: THE_ROLES }),
      ),
    ),
  ];
  const texts = { email: excerpt(mailboxOf(email), TEXT_LIMITS.email), name: excerpt(name, TEXT_LIMITS.person) };
  return { line, ...texts, roles, words, findings, state: 'ready' };
}

/**
 * The replacement character, which appears if a file in another encoding (such as "ü" in Windows-1252) is read as
 * UTF-8.
 */
const LOST = '\ufffd';
const AS_UTF_8 = t('Save the file as CSV with UTF-8.');
const NAME_LENGTH = t('The column name must have 1 to {limit} characters.', { limit: TEXT_LIMITS.person });
const THE_ROLES = t('The roles are admin, publisher, author, manager and member.');

/** Removes the apostrophe that exports put before cells that a spreadsheet would execute (audit/export.ts). */
const plain = (text: string): string => (/^'[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text);
