// Runs the parts of a statement (statement-parts.ts). Each part gets the rows of earlier parts as parameters.
import type pg from 'pg';
import type { ResultField, StatementClient, StatementResult } from '../client-db.ts';
import { mentions, partsOf, type StatementPart } from './statement-parts.ts';

/** A connection to a distributing engine, with the parts of its statements and the names of types. */
export interface DividingClient {
  readonly isDistributed: boolean;
  readonly parts: Map<string, readonly StatementPart[] | undefined>;
  readonly typeNames: Map<number, string>;
}

/** Rows of an earlier part, as texts. */
interface PartRows {
  readonly fields: readonly ResultField[];
  readonly rows: readonly Readonly<Record<string, string | null>>[];
}

/** Other names, such as that of a constant, cannot be read. */
const WORD = /^\w+$/;
const AS_TEXT = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** More than this release has. */
const MAX_KEPT = 500;

/** True if the connection runs the statement in parts, so that it needs a transaction. */
export const isDivided = (client: DividingClient, text: string): boolean =>
  client.isDistributed && keptParts(client, text) !== undefined;

function keptParts({ parts: kept }: DividingClient, text: string): readonly StatementPart[] | undefined {
  if (kept.has(text)) return kept.get(text);
  const parts = partsOf(text);
  if (kept.size < MAX_KEPT) kept.set(text, parts);
  return parts;
}

/** Sends statements to `inner`, in parts if the engine needs that. */
export function inParts(client: DividingClient, inner: StatementClient): StatementClient {
  if (!client.isDistributed) return inner;
  const query: StatementClient['query'] = <Row extends object>(statement: pg.QueryConfig | string) => {
    const parts = typeof statement === 'string' ? undefined : keptParts(client, statement.text);
    return parts === undefined || typeof statement === 'string'
      ? inner.query<Row>(statement)
      : runParts<Row>(client, inner, statement, parts);
  };
  return { query };
}

async function runParts<Row extends object>(
  client: DividingClient,
  inner: StatementClient,
  statement: pg.QueryConfig,
  parts: readonly StatementPart[],
): Promise<StatementResult<Row>> {
  const earlier = new Map<string, PartRows>();
  for (const [at, part] of parts.entries()) {
    const sent = { ...sentPart(client, part, earlier, statement.values ?? []), ...nameOf(statement, at) };
    if (part.name === undefined) return inner.query<Row>(sent);
    const isRead = parts.some(({ reads }) => reads.includes(part.name ?? ''));
    const { rows, fields = [] } = await inner.query<Record<string, string | null>>(
      isRead ? { ...sent, types: AS_TEXT } : sent,
    );
    if (isRead) await learnTypes(client, inner, fields);
    earlier.set(part.name, { fields, rows });
  }
  return { rows: [] };
}

const nameOf = ({ name }: pg.QueryConfig, at: number): { name?: string } =>
  name === undefined ? {} : { name: `${name}_${at}` };

/** The part with the rows that it reads, and parameters with numbers of its own. */
function sentPart(
  { typeNames }: DividingClient,
  { list, body, reads }: StatementPart,
  earlier: ReadonlyMap<string, PartRows>,
  given: readonly unknown[],
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const numbers = new Map<string, number>();
  const renumbered = (text: string): string =>
    text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const known = numbers.get(number) ?? values.push(given[Number(number) - 1]);
      numbers.set(number, known);
      return `$${known}`;
    });
  const texts = [...list.map((entry) => entry.body), body];
  const readRows = reads.map((name) => {
    const { fields = [], rows = [] } = earlier.get(name) ?? {};
    const isNamed = ({ name: column }: ResultField): boolean =>
      WORD.test(column) && texts.some((text) => mentions(text, column));
    const named = texts.some((text) => text.includes('*')) ? fields : fields.filter(isNamed);
    const columns = named.length === 0 ? fields.slice(0, 1) : named;
    const casts = columns.map((field, at) => `x.c${at}::${typeNames.get(field.dataTypeID)} as "${field.name}"`);
    const lists = columns.map((field) => `$${values.push(rows.map((row) => row[field.name]))}::text[]`);
    const names = columns.map((_, at) => `c${at}`).join(', ');
    return `${name} as (select ${casts.join(', ')} from unnest(${lists.join(', ')}) as x (${names}))`;
  });
  const entries = [...readRows, ...list.map((entry) => `${entry.name} as (${renumbered(entry.body)})`)];
  const own = renumbered(body);
  return { text: entries.length === 0 ? own : `with ${entries.join(', ')} ${own}`, values };
}

/** Asks the server for the names of types that the connection has not met before. */
async function learnTypes(
  { typeNames }: DividingClient,
  inner: StatementClient,
  fields: readonly ResultField[],
): Promise<void> {
  const fresh = fields.map(({ dataTypeID }) => dataTypeID).filter((id) => !typeNames.has(id));
  if (fresh.length === 0) return;
  const { rows } = await inner.query<{ id: string; name: string }>({
    text: 'select oid::text as id, format_type(oid, null) as name from pg_type where oid = any($1::oid[])',
    values: [fresh],
  });
  for (const { id, name } of rows) typeNames.set(Number(id), name);
}
