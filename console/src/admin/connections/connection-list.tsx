// The connections of a workspace, with counts and status.
import { Group, Stack, Text } from '@mantine/core';
import type { Connection } from '../../api/connections.ts';
import { BrandMark } from '../../parts/page/brand-mark.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { ConnectionState, SyncFacts } from './connection-state.tsx';

export function ConnectionList({ items }: { readonly items: readonly Connection[] }) {
  return (
    <Stack gap="sm">
      {items.map((connection) => (
        <Group key={connection.id} className="card" p="md" justify="space-between">
          <Group gap="md" wrap="nowrap">
            <BrandMark id={connection.provider} name={connection.name} size={24} />
            <div>
              <PageAnchor
                to="/admin/connections/$connectionId"
                params={{ connectionId: connection.id }}
                fw={600}
                c="inherit"
              >
                {connection.name}
              </PageAnchor>
              <Text size="sm" c="dimmed">
                <SyncFacts connection={connection} />
              </Text>
            </div>
          </Group>
          <ConnectionState connection={connection} />
        </Group>
      ))}
    </Stack>
  );
}
