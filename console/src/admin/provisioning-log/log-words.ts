// Operations and results of provisioning requests, in words.
import type { LogEntry } from '../../api/connections.ts';
import { t } from '../../parts/texts/t.ts';

export const OUTCOMES = {
  ok: { word: t('Done'), tone: 'quiet' },
  refused: { word: t('Refused'), tone: 'attention' },
  failed: { word: t('Failed'), tone: 'trouble' },
} as const;

const ACTS: Readonly<Record<string, string>> = {
  create: t('Create'),
  read: t('Read'),
  search: t('Search'),
  update: t('Change'),
  replace: t('Replace'),
  delete: 'Delete',
};
const THINGS: Readonly<Record<string, string>> = { User: 'person', Group: 'group' };

/** "Create person". */
export const actOf = ({ operation, resource }: Pick<LogEntry, 'operation' | 'resource'>): string =>
  `${ACTS[operation] ?? operation} ${THINGS[resource] ?? resource}`;

/**
 * The name in Cairn, or else the name that the provider sent. Requests that change a resource contain only its id,
 * which means nothing once the resource is gone.
 */
export function subjectOf({
  subject,
  resource_name,
  resource_id,
}: Pick<LogEntry, 'subject' | 'resource_name' | 'resource_id'>): string {
  const sent = resource_name?.trim();
  if (subject !== null) return subject.name || sent || t('Unnamed');
  if (sent !== undefined) return sent || t('Unnamed');
  return resource_id === null ? t('No one in particular') : t('No longer here');
}
