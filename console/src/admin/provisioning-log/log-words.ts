// Operations and results of provisioning requests, in words.
import type { LogEntry } from '../../api/connections.ts';
import { t } from '../../parts/texts/t.ts';

export const OUTCOMES = {
  ok: { word: t('Done'), tone: 'quiet' },
  refused: { word: t('Refused'), tone: 'attention' },
  failed: { word: t('Failed'), tone: 'trouble' },
} as const;

/** "Create person". */
export function actOf({ operation, resource }: Pick<LogEntry, 'operation' | 'resource'>): string {
  const kind = { resource };
  switch (operation) {
    case 'create':
      return t('Create {resource, select, User {person} Group {group} other {{resource}}}', kind);
    case 'read':
      return t('Read {resource, select, User {person} Group {group} other {{resource}}}', kind);
    case 'search':
      return t('Search {resource, select, User {people} Group {groups} other {{resource}}}', kind);
    case 'update':
      return t('Change {resource, select, User {person} Group {group} other {{resource}}}', kind);
    case 'replace':
      return t('Replace {resource, select, User {person} Group {group} other {{resource}}}', kind);
    case 'delete':
      return t('Delete {resource, select, User {person} Group {group} other {{resource}}}', kind);
    default:
      return `${operation} ${resource}`;
  }
}

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
