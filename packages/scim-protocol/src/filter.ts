// The filter tree (RFC 7644 3.4.2.2): the parser's output and the input of the in-memory matcher and SQL compilers.
// Names are resolved, values have the attribute's type, and shorthand forms are expanded into three kinds of leaves.
import type { AttributeTarget } from './attribute-path.ts';
import type { Instant } from './instant.ts';

export type CompareOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A compared value: `Instant` for dateTime attributes, else the attribute's JSON type. Null means "unassigned". */
export type FilterValue = string | number | boolean | null | Instant;

/**
 * - `compare`: some value at the target satisfies the comparison. Unassigned counts as null: it matches `eq null`, and
 *   `ne` with any other value. The other operators never match null.
 * - `present`: the target has a non-empty value.
 * - `element`: a single element of the multi-valued attribute satisfies `where`, in which every target has that
 *   attribute and a `sub`.
 *
 * `emails eq`, `emails.value eq` and `emails[value eq …]` all become one `compare` on `emails.value`, and
 * `emails[type eq "work"].value eq "x"` becomes `emails[type eq "work" and value eq "x"]`.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Filter[] }
  | { readonly kind: 'not'; readonly term: Filter }
  | {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly target: AttributeTarget;
      readonly value: FilterValue;
    }
  | { readonly kind: 'present'; readonly target: AttributeTarget }
  | { readonly kind: 'element'; readonly target: AttributeTarget; readonly where: Filter };

/** The maximum size of a filter. */
export interface FilterLimits {
  /** Length of the whole expression in UTF-16 code units. */
  readonly length: number;
  /** Nesting depth of parentheses and brackets. */
  readonly depth: number;
  /** Number of comparisons. */
  readonly nodes: number;
}

/** Accepts the longest filters seen in practice (a hundred ids joined by `or`) with a wide safety margin. */
export const FILTER_LIMITS: FilterLimits = { length: 10_000, depth: 32, nodes: 250 };
