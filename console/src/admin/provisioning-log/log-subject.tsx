// Whom a request of an identity provider was about.
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LogEntry } from '../../api/connections.ts';
import { PersonAvatar } from '../../parts/person-avatar.tsx';

/** A link where the person or group is here, else the provider's own name for them. */
export function LogSubject({ entry }: { readonly entry: LogEntry }) {
  const { subject, resource_name } = entry;
  if (subject === null)
    return (
      <Text size="sm" truncate {...(resource_name === null && { c: 'dimmed' })}>
        {resource_name ?? 'Nobody in particular'}
      </Text>
    );
  const to = subject.kind === 'person' ? `/admin/members/${subject.id}` : `/admin/groups/${subject.id}`;
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      <PersonAvatar id={subject.id} name={subject.name} size={24} />
      <Anchor component={Link} to={to} size="sm" c="inherit" truncate>
        {subject.name || resource_name || 'Unnamed'}
      </Anchor>
    </Group>
  );
}
