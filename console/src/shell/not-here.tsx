// An address that leads nowhere.
import { Anchor, Center, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CairnMark } from './cairn-mark.tsx';

export function NotHere() {
  return (
    <Center mih="60dvh" p="lg">
      <Stack align="center" gap="xs" ta="center">
        <CairnMark size={40} muted />
        <Title order={1}>No trail leads here</Title>
        <Text c="dimmed">The address is mistyped, or what stood here is gone.</Text>
        <Anchor component={Link} to="/">
          Back to the start
        </Anchor>
      </Stack>
    </Center>
  );
}
