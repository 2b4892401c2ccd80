// Who was granted access to a trail: people or workspaces, each to be taken off again unless the trail is in the
// archive.
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Grant } from '../../api/trails.ts';
import { Instant } from '../../parts/instant.tsx';

export function GrantRows({
  grants,
  remove,
}: {
  readonly grants: readonly Grant[];
  /** Undefined where nobody can be taken off. */
  readonly remove: ((grant: Grant, name: string) => void) | undefined;
}) {
  return (
    <Stack gap={4}>
      {grants.map((grant) => {
        const [id, name] =
          grant.kind === 'user' ? [grant.user_id, grant.name || grant.email] : [grant.team_id, grant.team_name];
        return (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text truncate dir="auto">
                {name}
              </Text>
              <Text size="sm" c="dimmed" truncate>
                {grant.kind === 'user' && <span dir="auto">{grant.email}, </span>}granted{' '}
                <Instant at={grant.granted_at} />
              </Text>
            </div>
            {remove !== undefined && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Take access from ${name}`}
                onClick={() => remove(grant, name)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
