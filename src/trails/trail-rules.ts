// Settings for trails from the configuration of the installation.

import { documentShape } from './document/document.ts';
import type { Provider } from './document/providers.ts';
import type { CheckedSchema } from './document/validate-document.ts';

export interface TrailRules {
  readonly providers: readonly Provider[];
  /** The shape of documents with those tools. Drafts are validated against it, and authors get it as JSON Schema. */
  readonly schema: CheckedSchema & Readonly<Record<string, unknown>>;
  /** The common prefix of URLs of images that this service serves. */
  readonly ownImagePrefix: string;
}

/** The rules of an installation with these providers, with images below `ownImagePrefix`. */
export const trailRules = (providers: readonly Provider[], ownImagePrefix: string): TrailRules => ({
  providers,
  schema: documentShape(providers.map(({ id }) => id)),
  ownImagePrefix,
});
