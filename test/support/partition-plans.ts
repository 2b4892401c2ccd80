// Where a statement goes on the partitioned schema (partitioned.ts), read from its plan with real parameters.
import type pg from 'pg';
import { isUuid, newId } from '../../src/base/id.ts';
import { PARTITIONS, placeOf } from './partitioned.ts';
import type { RecordedStatement } from './statement-recorder.ts';

/**
 * `routed`: the planner itself finds the one place of every table. `follows`: a table is looked up by the tenant of a
 * row of the same statement, so in that row's place. `crosses`: it reads several places, or all of a table.
 */
export type Destination = 'routed' | 'follows' | 'crosses';

export interface Examined {
  readonly text: string;
  readonly destination: Destination;
  /** The tables that are read in more than one place. */
  readonly tables: readonly string[];
}

type PlanNode = { readonly [name: string]: unknown };

interface Scan {
  readonly table: string;
  readonly place: number;
  /** A condition of the scan says whose rows. */
  readonly namesTenant: boolean;
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter'];
const TENANT = /\b(?:team_id|catalog_id)\)?(?:::\w+)? = (?!ANY)|= \(?(?:\w+\.)?(?:team_id|catalog_id)\b/;
const RANK: readonly Destination[] = ['routed', 'follows', 'crosses'];

/** The worst that any recorded call of the statement does. */
export async function examine(client: pg.Client, statement: RecordedStatement): Promise<Examined> {
  // How tables are joined would else depend on how many rows there happen to be.
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

/** Two tenants may share a place by chance: a list of ids is made so long that it does not fit into one. */
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
  // Rows that come as a parameter may be of any tenants.
  const isLed = narrow.size === 1 || hasRowBeside;
  if (loose.length === 0 && narrow.size <= 1 && isLed) return { destination: 'follows', tables: wide };
  return { destination: 'crosses', tables: wide };
}

/** Every scan of a partition, in the plan and in all that it holds. */
function scansOf(node: PlanNode): readonly Scan[] {
  const at = typeof node['Relation Name'] === 'string' ? placeOf(node['Relation Name']) : undefined;
  const isScan = at !== undefined && /Scan/.test(String(node['Node Type']));
  const children = (node.Plans as readonly PlanNode[] | undefined) ?? [];
  const own = isScan ? [{ ...at, namesTenant: conditionsOf(node).some((text) => TENANT.test(text)) }] : [];
  return [...own, ...children.flatMap(scansOf)];
}

/** True where a table that is whole everywhere is read, or no row at all. */
function readsElsewhere(node: PlanNode): boolean {
  if (node['One-Time Filter'] === 'false') return true;
  const relation = node['Relation Name'];
  if (typeof relation === 'string' && placeOf(relation) === undefined && /Scan/.test(String(node['Node Type'])))
    return true;
  return ((node.Plans as readonly PlanNode[] | undefined) ?? []).some(readsElsewhere);
}

const conditionsOf = (node: PlanNode): readonly string[] =>
  CONDITIONS.map((name) => node[name]).filter((text) => typeof text === 'string');
