// Reads packages/judge-data: one JSON object per line, checked against its shape. An error names the file, the line and
// the field.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JudgeableDocument } from '@cairn/surfacing-judge/judged-trail';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

export interface AuthoredTrail {
  readonly id: string;
  readonly document: JudgeableDocument;
  /** Prompts for which the trail should surface although it does not list them. */
  readonly unseen: readonly string[];
  /** Prompts that sound as if they belong to the trail, for which it should not surface. */
  readonly nearMisses: readonly string[];
}

export interface AuthoredCatalog {
  readonly trails: readonly AuthoredTrail[];
  /** Prompts that fit no trail of the catalog. */
  readonly generic: readonly string[];
}

export interface OfficeTask {
  /** The name of its file. The tasks in a file resemble each other. */
  readonly group: string;
  readonly title: string;
  readonly when: string;
  readonly prompts: readonly string[];
}

const FOLDER = fileURLToPath(new URL('../../packages/judge-data/', import.meta.url));

const closed = { additionalProperties: false };
const Text = Type.String({ minLength: 1 });
const Texts = Type.Optional(Type.Array(Text, { minItems: 1 }));
const prompts = { unseen: Texts, nearMisses: Texts };

const Trail = Type.Object(
  {
    id: Text,
    title: Text,
    role: Type.Optional(Text),
    about: Type.Optional(Text),
    when: Text,
    keywords: Texts,
    match: Texts,
    noMatch: Texts,
    prompts: Type.Optional(Type.Record(Type.String(), Type.String())),
    ...prompts,
  },
  closed,
);
const Prompts = Type.Object({ trail: Text, ...prompts }, closed);
const Generic = Type.Object({ generic: Text }, closed);
const Task = Type.Object({ title: Text, when: Text, prompts: Type.Array(Text, { minItems: 8, maxItems: 8 }) }, closed);

/** A file of catalogs/ that holds trails, their prompts and the generic prompts. */
export function readCatalog(name: string, folder = FOLDER): AuthoredCatalog {
  const path = `catalogs/${name}.ndjson`;
  const { trails, generic } = readLines(folder, path, { trails: Trail, generic: Generic });
  const ids = trails.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new Error(`${path}: two trails have the id "${repeated}".`);
  return { trails: trails.map(authoredTrail), generic: generic.map((line) => line.generic) };
}

/** The trails of a catalog with the prompts of another file of catalogs/. */
export function readPromptsFor({ trails }: AuthoredCatalog, name: string, folder = FOLDER): AuthoredCatalog {
  const path = `catalogs/${name}.ndjson`;
  const { prompts, generic } = readLines(folder, path, { prompts: Prompts, generic: Generic });
  const byTrail = new Map(prompts.map((line) => [line.trail, line]));
  if (byTrail.size < prompts.length) throw new Error(`${path}: two lines are for the same trail.`);
  for (const { id } of trails) byTrail.delete(id);
  for (const id of byTrail.keys()) throw new Error(`${path}: the catalog has no trail "${id}".`);
  return {
    trails: trails.map(({ id, document }) => {
      const { unseen = [], nearMisses = [] } = prompts.find(({ trail }) => trail === id) ?? {};
      return { id, document, unseen, nearMisses };
    }),
    generic: generic.map((line) => line.generic),
  };
}

/** A file of catalogs/ that holds generic prompts only. */
export const readGeneric = (name: string): string[] =>
  readLines(FOLDER, `catalogs/${name}.ndjson`, { generic: Generic }).generic.map((line) => line.generic);

/** All files of tasks/. */
export const readOfficeTasks = (folder = FOLDER): OfficeTask[] =>
  readdirSync(join(folder, 'tasks'))
    .sort()
    .flatMap((file) =>
      readLines(folder, `tasks/${file}`, { tasks: Task }).tasks.map((task) => ({
        group: file.replace('.ndjson', ''),
        ...task,
      })),
    );

type Shapes = Readonly<Record<string, TObject>>;

/** Parses the lines of a file. The first required field of a shape identifies the shape. */
function readLines<Of extends Shapes>(folder: string, path: string, shapes: Of): { [K in keyof Of]: Static<Of[K]>[] } {
  const found: Record<string, unknown[]> = Object.fromEntries(Object.keys(shapes).map((name) => [name, []]));
  const marks = Object.entries(shapes).map(([name, shape]) => ({ name, shape, field: String(shape.required?.[0]) }));
  const lines = readFileSync(join(folder, path), 'utf8').trimEnd().split('\n');
  for (const [index, line] of lines.entries()) {
    const place = `${path}:${index + 1}`;
    const value = parseLine(line, place);
    const kind = marks.find(({ field }) => field in value);
    if (kind === undefined) throw new Error(`${place}: add ${marks.map(({ field }) => `"${field}"`).join(' or ')}.`);
    const fault = Value.Errors(kind.shape, value).First();
    if (fault !== undefined) throw new Error(`${place}: ${fault.path.slice(1)}: ${fault.message}.`);
    found[kind.name]?.push(value);
  }
  return found as { [K in keyof Of]: Static<Of[K]>[] };
}

function parseLine(line: string, place: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The error below includes the line.
  }
  throw new Error(`${place}: write one JSON object on the line.`);
}

function authoredTrail(trail: Static<typeof Trail>): AuthoredTrail {
  const { id, title, role, about, when, keywords, match = [], noMatch = [], unseen = [], nearMisses = [] } = trail;
  const examples = [
    ...match.map((text) => ({ text, expect: 'match' as const })),
    ...noMatch.map((text) => ({ text, expect: 'no_match' as const })),
  ];
  const prompts = Object.entries(trail.prompts ?? {}).map(([label, body]) => ({ label, body }));
  const trigger = { when, keywords, examples };
  return { id, document: { title, target_role: role, description: about, trigger, prompts }, unseen, nearMisses };
}
