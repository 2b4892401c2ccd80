// The person or group that a request was about.
import { Group, Text } from '@mantine/core';
import type { LogEntry } from '../../api/connections.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import type { PageAddress } from '../../parts/page/page-address.ts';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { subjectOf } from './log-words.ts';

/** A link if they exist here, otherwise the provider's name for them. */
export function LogSubject({ entry }: { readonly entry: LogEntry }) {
  const { subject, resource_name } = entry;
  if (subject === null)
    return (
      <Text size="sm" truncate {...(!resource_name?.trim() && { c: 'dimmed' })}>
        {subjectOf(entry)}
      </Text>
    );
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      <PersonAvatar id={subject.id} name={subject.name} size={24} />
      <PageAnchor {...pageOf(subject)} size="sm" c="inherit" truncate>
        {subjectOf(entry)}
      </PageAnchor>
    </Group>
  );
}

const pageOf = ({ kind, id }: NonNullable<LogEntry['subject']>): PageAddress =>
  kind === 'person'
    ? { to: '/admin/members/$userId', params: { userId: id } }
    : { to: '/admin/groups/$groupId', params: { groupId: id } };
