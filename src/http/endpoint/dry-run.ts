// `dry_run=true` on a change: the change runs in its transaction, with all checks, and is then rolled back. The answer
// is the real one, apart from generated ids and times.
import { type TObject, Type } from '@sinclair/typebox';
import type { Incoming } from '../incoming/incoming.ts';
import type { Endpoint } from './endpoint.ts';

export const DRY_RUN = {
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true checks everything and stores nothing. The answer is the one of the real call, apart from generated ids ' +
        'and times. An Idempotency-Key is not used up.',
    }),
  ),
};

const withIt = new WeakMap<TObject, TObject>();
const ALONE = Type.Object(DRY_RUN);

/** The query shape with `dry_run`. Cached, so that each shape compiles once. */
export function withDryRun(query: TObject | undefined): TObject {
  if (query === undefined) return ALONE;
  const shape = withIt.get(query) ?? { ...query, properties: { ...query.properties, ...DRY_RUN } };
  withIt.set(query, shape);
  return shape;
}

/** True if the endpoint takes `dry_run` and the request sets it. Any other value is refused as malformed. */
export const isDryRun = (
  { query: shape }: Pick<Endpoint<never>, 'query'>,
  { query }: Pick<Incoming, 'query'>,
): boolean => shape !== undefined && Object.hasOwn(shape.properties, 'dry_run') && query.dry_run === 'true';
