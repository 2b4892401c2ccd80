// Defines endpoints. Each door declares its callers, the permissions that its endpoints can require, and their
// defaults. Handlers get the types of their parameters from the shapes. An operation says what to do, and the table at
// the end of its file adds the route: `routes({ 'GET /members': listMembersOperation(deps), … })`.
import type { TObject } from '@sinclair/typebox';
import type { Slug } from '../../base/refusal.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';
import { withDryRun } from './dry-run.ts';
import type { Endpoint, Method } from './endpoint.ts';
import { closedQuery } from './query.ts';

/** Defaults for every endpoint of a door. */
export interface EndpointDefaults {
  /** The prefix of every path, e.g. `/v1`; empty if the door has several prefixes. */
  readonly prefix: string;
  /** The default rate limit. */
  readonly rate: PolicyName | 'none';
  /** The default body limit in bytes. Without it, the server's limit applies. */
  readonly bodyLimit?: number;
  /** How to treat query parameters that are not in the shape: `refused` with `bad-request`, or `ignored`. */
  readonly unknownQuery: 'refused' | 'ignored';
  /** True if every endpoint except GET takes `dry_run`. */
  readonly dryRuns?: boolean;
  /** Slugs of refusals that every endpoint can return. */
  readonly refusals?: readonly Slug[];
  /** Slugs of refusals that every endpoint except GET can return. */
  readonly changeRefusals?: readonly Slug[];
}

/** An operation, as in OpenAPI. A table adds its route. Values that equal the door's defaults can be left out. */
export interface Operation<
  Caller,
  Need extends string = never,
  Params extends TObject = TObject,
  Query extends TObject = TObject,
> extends Omit<Endpoint<Caller, Need, Params, Query>, 'method' | 'path' | 'rate'> {
  readonly rate?: PolicyName | 'none';
}

/** Creates a door's operation builder, which infers the handler's parameter types from the shapes. */
export const operationBuilder =
  <Caller, Need extends string = never>() =>
  <Params extends TObject = TObject, Query extends TObject = TObject>(
    operation: Operation<Caller, Need, Params, Query>,
  ): Operation<Caller, Need> =>
    // From here on the gate validates parameters against these shapes before the handler sees them.
    operation;

/** `METHOD /path` -> operation, with the path relative to the door's prefix. `/` is the prefix itself. */
export type RouteTable<Caller, Need extends string = never> = Readonly<
  Record<`${Method} /${string}`, Operation<Caller, Need>>
>;

/** Creates a door's route builder. Every line of a table is an endpoint, in order. */
export const routesBuilder =
  <Caller, Need extends string = never>(door: EndpointDefaults) =>
  (table: RouteTable<Caller, Need>): Endpoint<Caller, Need>[] =>
    Object.entries(table).map(([route, operation]) => {
      const [method, path] = route.split(' ') as [Method, string];
      return {
        rate: door.rate,
        ...operation,
        method,
        path: path === '/' ? door.prefix || path : door.prefix + path,
        bodyLimit: operation.bodyLimit ?? door.bodyLimit,
        query: queryOf(door, method, operation.query),
        refusals: [...new Set([...operation.refusals, ...doorRefusals(door, method)])],
      };
    });

function queryOf({ unknownQuery, dryRuns = false }: EndpointDefaults, method: Method, own: TObject | undefined) {
  const query = dryRuns && method !== 'GET' ? withDryRun(own) : own;
  return unknownQuery === 'refused' ? closedQuery(query) : query;
}

const doorRefusals = ({ refusals = [], changeRefusals = [] }: EndpointDefaults, method: Method): readonly Slug[] =>
  method === 'GET' ? refusals : [...refusals, ...changeRefusals];
