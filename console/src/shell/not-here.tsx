// An address that leads nowhere: told inside the frame, so that the way on is where it always is.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { DrawnTrail } from '../parts/drawings.tsx';

export function NotHere() {
  useDocumentTitle('No trail leads here · Cairn');
  return (
    <Stack align="center" justify="center" gap="xs" ta="center" mih="60dvh" p="lg">
      <DrawnTrail />
      <Title order={1}>No trail leads here</Title>
      <Text c="dimmed">The address is mistyped, or what stood here is gone.</Text>
      <Group mt="sm">
        <Anchor component={Link} to="/">
          Back to the start
        </Anchor>
      </Group>
    </Stack>
  );
}
