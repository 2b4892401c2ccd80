// People or workspaces with access to a trail. They can be removed unless the trail is archived.
import { Group, Stack, Text } from '@mantine/core';
import type { Grant } from '../../api/trails.ts';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

export function GrantRows({
  grants,
  remove,
}: {
  readonly grants: readonly Grant[];
  /** Undefined if grants cannot be removed. */
  readonly remove: ((grant: Grant, name: string) => Promise<void>) | undefined;
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
                {grant.kind === 'user' && <span dir="auto">{grant.email}, </span>}
                {rich('granted {when}', { when: <Instant at={grant.granted_at} /> })}
              </Text>
            </div>
            {remove !== undefined && (
              <RemoveButton label={t('Remove access for {name}', { name })} remove={() => remove(grant, name)} />
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
