// The filter tree (RFC 7644 3.4.2.2): what the parser makes, and what the in-memory matcher and a database compiler
// read. Names are resolved, values have the type of their attribute, shorthand forms are gone: three leaves remain.
import type { AttributeTarget } from './attribute-path.ts';
import type { Instant } from './instant.ts';

export type CompareOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** Compared values: `Instant` for dateTime attributes, else the JSON type of the attribute; null means "unassigned". */
export type FilterValue = string | number | boolean | null | Instant;

/**
 * - `compare`: some value at the target (the one value, or any of several) compares so. Unassigned counts as null:
 *   it is `eq null`, and `ne` to everything else. The other operators never match null.
 * - `present`: the target has a non-empty value.
 * - `element`: one and the same element of the multi-valued attribute satisfies `where`; inside, every target has the
 *   attribute and a `sub`.
 * `emails eq`, `emails.value eq` and `emails[value eq …]` all arrive as one `compare` on `emails.value`, and
 * `emails[type eq "work"].value eq "x"` as `emails[type eq "work" and value eq "x"]`.
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

/** What a filter may cost at most. */
export interface FilterLimits {
  /** UTF-16 units of the whole expression. */
  readonly length: number;
  /** Parentheses and brackets inside one another. */
  readonly depth: number;
  /** Comparisons. */
  readonly nodes: number;
}

/** Room for the longest filters seen in practice (a hundred ids joined by `or`), far from what could hurt. */
export const FILTER_LIMITS: FilterLimits = { length: 10_000, depth: 32, nodes: 250 };
