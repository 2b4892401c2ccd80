// Moves equal headers, parameters and responses of operations into the document's components. A refusal is always a
// component, named for its slugs. Other values become components if two operations share them. Names depend on the
// content, so adding an endpoint does not rename what other endpoints refer to.
import { STATUS_CODES } from 'node:http';

type Json = Readonly<Record<string, unknown>>;

export interface DescribedResponse extends Json {
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, Json>>;
  readonly 'x-problem-slugs'?: readonly string[];
}

export interface DescribedOperation extends Json {
  readonly operationId: string;
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

/** Path or name -> method -> operation. */
type Operations = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;

/** A place in the document that can refer to a component. */
interface Use {
  readonly name: string;
  readonly value: Json;
  readonly operationId: string;
}

interface Shared {
  /** Returns a reference if the value is shared, otherwise the value. */
  readonly refer: (value: Json) => Json;
  readonly components: Json;
}

/** The operations with references, and the components they refer to. */
export function shareComponents(groups: Readonly<Record<string, Operations>>): Json & { readonly components: Json } {
  const headers = share('headers', operationsOf(groups).flatMap(headersOf));
  const withHeaders = eachOperation(groups, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (response) =>
      response.headers === undefined ? response : { ...response, headers: mapValues(response.headers, headers.refer) },
    ),
  }));
  const parameters = share('parameters', operationsOf(withHeaders).flatMap(parametersOf));
  const responses = share('responses', operationsOf(withHeaders).flatMap(responsesOf));
  return {
    ...eachOperation(withHeaders, (operation) => ({
      ...operation,
      parameters: operation.parameters.map(parameters.refer),
      responses: mapValues(operation.responses, responses.refer),
    })),
    components: {
      responses: responses.components,
      parameters: parameters.components,
      headers: headers.components,
    },
  };
}

const operationsOf = (groups: Readonly<Record<string, Operations>>): DescribedOperation[] =>
  Object.values(groups).flatMap((paths) => Object.values(paths).flatMap(Object.values<DescribedOperation>));

const eachOperation = <R>(
  groups: Readonly<Record<string, Operations>>,
  change: (operation: DescribedOperation) => R,
): Record<string, Record<string, Record<string, R>>> =>
  mapValues(groups, (paths) => mapValues(paths, (methods) => mapValues(methods, change)));

const headersOf = ({ operationId, responses }: DescribedOperation): Use[] =>
  Object.values(responses).flatMap(({ headers = {} }) =>
    Object.entries(headers).map(([name, value]) => ({ name: `${pascal(name)}Header`, value, operationId })),
  );

const parametersOf = ({ operationId, parameters }: DescribedOperation): Use[] =>
  parameters.map((value) => ({ name: pascal(String(value.name)), value, operationId }));

const responsesOf = ({ operationId, responses }: DescribedOperation): Use[] =>
  Object.entries(responses).map(([status, value]) => ({ name: responseName(status, value), value, operationId }));

/** `ValidationOrConflict` for refusals, `TrailResponse` for a shape, `ZipResponse` for a file, `NoContentResponse`. */
function responseName(status: string, { content, 'x-problem-slugs': slugs }: DescribedResponse): string {
  if (slugs !== undefined) return slugs.map(pascal).join('Or');
  const [media] = Object.values(content ?? {});
  const reference = (media?.schema as Json | undefined)?.$ref;
  if (typeof reference === 'string') return `${reference.split('/').at(-1)}Response`;
  const types = Object.keys(content ?? {}).map((type) => pascal(type.replace(/^.*\/(x-)?/, '')));
  return `${types.length > 0 ? types.join('Or') : pascal(STATUS_CODES[status] ?? 'Success')}Response`;
}

function share(section: string, uses: readonly Use[]): Shared {
  const byText = new Map<string, Use[]>();
  for (const use of uses) {
    const text = JSON.stringify(use.value);
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [use]);
    else same.push(use);
  }
  const shared = [...byText].filter(([, same]) => same.length > 1 || same[0]?.value['x-problem-slugs'] !== undefined);
  const names = new Map<Json, string>();
  const components: Record<string, Json> = Object.create(null);
  // If several values have the same name, the most used one keeps it. The names of the others include the first
  // operation that uses them.
  for (const [, same] of shared.sort(([, a], [, b]) => b.length - a.length)) {
    const [{ name, value, operationId }] = same as [Use];
    const free = name in components ? `${name}Of${pascal(operationId)}` : name;
    components[free] = value;
    for (const use of same) names.set(use.value, free);
  }
  return {
    refer: (value) => {
      const name = names.get(value);
      return name === undefined ? value : { $ref: `#/components/${section}/${name}` };
    },
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const mapValues = <V, R>(record: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
