// What an installation settles about trails, given once by the configuration.

import { documentShape } from './document/document.ts';
import type { Provider } from './document/providers.ts';
import type { CheckedSchema } from './document/validate-document.ts';

export interface TrailRules {
  /** The AI tools that `tools` may name. */
  readonly providers: readonly Provider[];
  /** The shape of documents that name those: drafts are checked by it, authors are given it as JSON Schema. */
  readonly schema: CheckedSchema & Readonly<Record<string, unknown>>;
  /** What the address of every image that this service serves starts with. */
  readonly ownImagePrefix: string;
}

/** The rules of an installation with these providers, whose images are served below `ownImagePrefix`. */
export const trailRules = (providers: readonly Provider[], ownImagePrefix: string): TrailRules => ({
  providers,
  schema: documentShape(providers.map(({ id }) => id)),
  ownImagePrefix,
});
