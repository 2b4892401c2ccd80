// The name of a workspace where only a-z, 0-9 and single hyphens may stand: the host of a skill's URI, a plugin's name.

import { asciiWords } from '../base/ascii-words.ts';

/** The slug of the service-wide catalog, which no workspace has. */
export const SERVICE_SLUG = 'service';

/** One to sixty characters. */
export function workspaceSlug(name: string): string {
  const slug = asciiWords(name).join('-').slice(0, 60).replace(/-$/, '');
  return slug === '' ? 'workspace' : slug === SERVICE_SLUG ? `${SERVICE_SLUG}-workspace` : slug;
}
