// A workspace's name in places that allow only a-z, 0-9 and single hyphens: the host of a skill's URI, a plugin's name.

import { asciiWords } from '../base/text.ts';

/** The slug of the service-wide catalog, which workspaces cannot have. */
export const SERVICE_SLUG = 'service';

/** 1 to 60 characters. */
export function workspaceSlug(name: string): string {
  const slug = asciiWords(name).join('-').slice(0, 60).replace(/-$/, '');
  return slug === '' ? 'workspace' : slug === SERVICE_SLUG ? `${SERVICE_SLUG}-workspace` : slug;
}
