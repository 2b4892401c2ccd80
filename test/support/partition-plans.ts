// Finds the partitions that a statement reads in the partitioned schema (partitioned.ts), from its plan with real
// parameters.
import type pg from 'pg';
import { isUuid, newId } from '../../src/base/id.ts';
import { PARTITIONS, placeOf } from './partitioned.ts';
import type { RecordedStatement } from './statement-recorder.ts';

/**
 * `routed`: the planner itself finds the only partition of every table. `follows`: the statement looks up a table by
 * the tenant of one of its rows, and therefore in the partition of that row. `crosses`: it reads several partitions, or
 * all of a table.
 */
export type Destination = 'routed' | 'follows' | 'crosses';

export interface Examined {
  readonly text: string;
  readonly destination: Destination;
  /** The tables that the statement reads in more than one partition. */
  readonly tables: readonly string[];
}

type PlanNode = { readonly [name: string]: unknown };

interface Scan {
  readonly table: string;
  readonly place: number;
  /** A condition of the scan names the tenant. */
  readonly namesTenant: boolean;
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter'];
const TENANT = /\b(?:team_id|catalog_id)\)?(?:::\w+)? = (?!ANY)|= \(?(?:\w+\.)?(?:team_id|catalog_id)\b/;
const RANK: readonly Destination[] = ['routed', 'follows', 'crosses'];

/** Returns the worst destination over all recorded calls of the statement. */
export async function examine(client: pg.Client, statement: RecordedStatement): Promise<Examined> {
  // Otherwise the join method would depend on the number of rows.
  await client.query('set enable_hashjoin = off; set enable_mergejoin = off');
  const tables = new Set<string>();
  let worst: Destination = 'routed';
  for (const values of statement.calls) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>({
      text: `explain (format json, verbose) ${statement.text}`,
      values: values.map(spread),
    });
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
    const found = destinationOf(scansOf(plan), readsElsewhere(plan));
    for (const table of found.tables) tables.add(table);
    if (RANK.indexOf(found.destination) > RANK.indexOf(worst)) worst = found.destination;
  }
  return { text: statement.text.replaceAll(/\s+/g, ' ').trim(), destination: worst, tables: [...tables].sort() };
}

/** Two tenants may share a partition by chance. Makes lists of ids too long for a single one. */
const spread = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 1 && value.every((id) => typeof id === 'string' && isUuid(id))
    ? [...value, ...Array.from({ length: 4 * PARTITIONS }, () => newId())]
    : value;

function destinationOf(scans: readonly Scan[], hasRowBeside: boolean): Pick<Examined, 'destination' | 'tables'> {
  if (new Set(scans.map(({ place }) => place)).size <= 1) return { destination: 'routed', tables: [] };
  const placesOf = (table: string): number =>
    new Set(scans.filter((scan) => scan.table === table).map(({ place }) => place)).size;
  const wide = [...new Set(scans.map(({ table }) => table))].filter((table) => placesOf(table) > 1);
  const loose = scans.filter(({ table, namesTenant }) => wide.includes(table) && !namesTenant);
  const narrow = new Set(scans.filter(({ table }) => !wide.includes(table)).map(({ place }) => place));
  // Rows that are passed as a parameter may belong to several tenants.
  const isLed = narrow.size === 1 || hasRowBeside;
  if (loose.length === 0 && narrow.size <= 1 && isLed) return { destination: 'follows', tables: wide };
  return { destination: 'crosses', tables: wide };
}

/** All scans of partitions in the plan and its subplans. */
function scansOf(node: PlanNode): readonly Scan[] {
  const at = typeof node['Relation Name'] === 'string' ? placeOf(node['Relation Name']) : undefined;
  const isScan = at !== undefined && /Scan/.test(String(node['Node Type']));
  const children = (node.Plans as readonly PlanNode[] | undefined) ?? [];
  const own = isScan ? [{ ...at, namesTenant: conditionsOf(node).some((text) => TENANT.test(text)) }] : [];
  return [...own, ...children.flatMap(scansOf)];
}

/** True if the plan reads a table that is replicated everywhere, or no rows at all. */
function readsElsewhere(node: PlanNode): boolean {
  if (node['One-Time Filter'] === 'false') return true;
  const relation = node['Relation Name'];
  if (typeof relation === 'string' && placeOf(relation) === undefined && /Scan/.test(String(node['Node Type'])))
    return true;
  return ((node.Plans as readonly PlanNode[] | undefined) ?? []).some(readsElsewhere);
}

const conditionsOf = (node: PlanNode): readonly string[] =>
  CONDITIONS.map((name) => node[name]).filter((text) => typeof text === 'string');
