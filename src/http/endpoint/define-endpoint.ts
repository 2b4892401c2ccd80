// The one way to make endpoints. A door says once who calls, what an endpoint of it can need, and what holds for all of
// them; a handler then knows the types of its parameters from the shapes beside it. An operation says what is done, the
// table at the end of its file where: `routes({ 'GET /members': listMembersOperation(deps), … })`.
import type { TObject } from '@sinclair/typebox';
import type { Slug } from '../../base/refusal.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';
import type { Endpoint, Method } from './endpoint.ts';
import { closedQuery } from './query.ts';

/** What holds for every endpoint of a door unless the endpoint says otherwise. */
export interface EndpointDefaults {
  /** What every path begins with, e.g. `/v1`; empty: the door has several beginnings. */
  readonly prefix: string;
  /** The bucket of an endpoint that names none. */
  readonly rate: PolicyName | 'none';
  /** Bytes of a body where the endpoint says nothing; absent: the server's own limit. */
  readonly bodyLimit?: number;
  /** Query parameters that no shape names: `refused` with `bad-request`, or `ignored`. */
  readonly unknownQuery: 'refused' | 'ignored';
  /** Slugs that every endpoint can be refused with. */
  readonly refusals?: readonly Slug[];
  /** Slugs that everything but a GET can be refused with. */
  readonly changeRefusals?: readonly Slug[];
}

/** What an endpoint does, as OpenAPI calls it: a table says where, and what its door says may be left out. */
export interface Operation<
  Caller,
  Need extends string = never,
  Params extends TObject = TObject,
  Query extends TObject = TObject,
> extends Omit<Endpoint<Caller, Need, Params, Query>, 'method' | 'path' | 'rate'> {
  readonly rate?: PolicyName | 'none';
}

/** The builder of a door's operations: the handler knows its parameters from the shapes beside it. */
export const operationBuilder =
  <Caller, Need extends string = never>() =>
  <Params extends TObject = TObject, Query extends TObject = TObject>(
    operation: Operation<Caller, Need, Params, Query>,
  ): Operation<Caller, Need> =>
    // From here on the gate checks parameters against these shapes before the handler sees them.
    operation;

/** `METHOD /path` -> operation, the path below the door's prefix. `/` alone is the prefix itself. */
export type RouteTable<Caller, Need extends string = never> = Readonly<
  Record<`${Method} /${string}`, Operation<Caller, Need>>
>;

/** The builder of a door's tables: every line is an endpoint, in their order. */
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
        query: door.unknownQuery === 'refused' ? closedQuery(operation.query) : operation.query,
        refusals: [...new Set([...operation.refusals, ...doorRefusals(door, method)])],
      };
    });

const doorRefusals = ({ refusals = [], changeRefusals = [] }: EndpointDefaults, method: Method): readonly Slug[] =>
  method === 'GET' ? refusals : [...refusals, ...changeRefusals];
