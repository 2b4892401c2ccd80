// This release's migrations: plain SQL files, `migrations/NNNN_what_changes.sql`. A migration that removes something an
// earlier release needs contains a line `-- serves from NNNN`.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The oldest migration level that a release must have to run alongside this one; 0 for any release. */
  readonly servesFrom: number;
}

const FOLDER = new URL('../../../migrations/', import.meta.url);

export function migrations(): readonly Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => migrationOf(file, readFileSync(new URL(file, FOLDER), 'utf8')));
}

/** The migration in a file with that name, e.g. `0024_what_changes.sql`. */
export const migrationOf = (file: string, text: string): Migration => ({
  version: Number(file.slice(0, 4)),
  name: file.slice(5, -4),
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
  servesFrom: Number(/^-- serves from (\d{4})\b/m.exec(text)?.[1] ?? 0),
});

/** The name shown to people, e.g. `0024_what_changes`. */
export const titleOf = ({ version, name }: Migration): string => `${String(version).padStart(4, '0')}_${name}`;

/** Splits a file at lines that end in `;` outside `$$` bodies, which suffices for our own files. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let current: string[] = [];
  let inBody = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('--') && !inBody) continue;
    current.push(line);
    if (line.split('$$').length % 2 === 0) inBody = !inBody;
    if (inBody || !line.trimEnd().endsWith(';')) continue;
    statements.push(current.join('\n').trim());
    current = [];
  }
  if (current.join('').trim() !== '') statements.push(current.join('\n').trim());
  return statements;
}
