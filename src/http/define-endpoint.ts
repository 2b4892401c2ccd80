// The one builder of endpoints. A door says once who calls, what an endpoint of it can need, and what holds for all of
// them; a handler then knows the types of its parameters from the shapes beside it. An operation says what is done, the
// table at the end of its file where: `routes({ 'GET /members': listMembersOperation(deps), … })`. Where paths are
// computed, an endpoint is written as a whole.
import type { TObject } from '@sinclair/typebox';
import type { Slug } from '../base/refusal.ts';
import type { Endpoint, Method } from './endpoint.ts';
import { closedQuery } from './query.ts';
import type { PolicyName } from './rate-limit.ts';

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

/** An endpoint as its door writes it: the path is below the door's prefix, and what the door says may be left out. */
export interface EndpointDefinition<Caller, Need extends string, Params extends TObject, Query extends TObject>
  extends Omit<Endpoint<Caller, Need, Params, Query>, 'rate'> {
  readonly rate?: PolicyName | 'none';
}

/** An endpoint without its place: a file's table gives it method and path. As OpenAPI calls it. */
export type Operation<Caller, Need extends string = never> = Omit<
  EndpointDefinition<Caller, Need, TObject, TObject>,
  'method' | 'path'
>;

/** The builder of a door's operations: the handler knows its parameters from the shapes beside it. */
export const operationBuilder =
  <Caller, Need extends string = never>() =>
  <Params extends TObject = TObject, Query extends TObject = TObject>(
    operation: Omit<EndpointDefinition<Caller, Need, Params, Query>, 'method' | 'path'>,
  ): Operation<Caller, Need> =>
    operation;

/** The builder of a door's tables: `METHOD /path` -> operation, answered in the order of the lines. */
export const routesBuilder =
  <Caller, Need extends string = never>(
    endpoint: (definition: EndpointDefinition<Caller, Need, TObject, TObject>) => Endpoint<Caller, Need>,
  ) =>
  (table: Readonly<Record<`${Method} /${string}`, Operation<Caller, Need>>>): Endpoint<Caller, Need>[] =>
    Object.entries(table).map(([route, operation]) => {
      const [method, path] = route.split(' ') as [Method, string];
      return endpoint({ ...operation, method, path });
    });

/** The builder of a door's endpoints. */
export const endpointBuilder =
  <Caller, Need extends string = never>(door: EndpointDefaults) =>
  <Params extends TObject = TObject, Query extends TObject = TObject>(
    definition: EndpointDefinition<Caller, Need, Params, Query>,
  ): Endpoint<Caller, Need> => {
    const endpoint: Endpoint<Caller, Need, Params, Query> = { rate: door.rate, ...definition };
    // From here on the gate checks parameters against these shapes before the handler sees them.
    const erased: Endpoint<Caller, Need> = endpoint;
    return {
      ...erased,
      path: door.prefix + erased.path,
      bodyLimit: erased.bodyLimit ?? door.bodyLimit,
      query: door.unknownQuery === 'refused' ? closedQuery(erased.query) : erased.query,
      refusals: [...new Set([...erased.refusals, ...doorRefusals(door, erased.method)])],
    };
  };

const doorRefusals = ({ refusals = [], changeRefusals = [] }: EndpointDefaults, method: string): readonly Slug[] =>
  method === 'GET' ? refusals : [...refusals, ...changeRefusals];
