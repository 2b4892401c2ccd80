// Another secret for a webhook; the old one signs too for a while, so that the receiver can change over.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { SecretModal } from '../admin/secret-modal.tsx';
import { useChange } from '../api/change.ts';
import { ShownOnce } from '../parts/copy-field.tsx';
import { KEPT_SEALED } from './new-webhook.tsx';
import { rotateSecret, type Webhook, webhooks } from './webhooks-api.ts';

const OVERLAPS = [
  { value: '0', label: 'ends now' },
  { value: '3600', label: 'goes on for an hour' },
  { value: '86400', label: 'goes on for a day' },
  { value: '604800', label: 'goes on for a week' },
];

export function RotateSecret({ webhook }: { readonly webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState('86400');
  const rotating = useChange(() => rotateSecret(webhook.id, Number(overlap)), { refresh: [] });
  const leaving = useChange(async () => undefined, { refresh: [webhooks.queryKey] });
  const end = (): void => {
    close();
    rotating.reset();
    leaving.mutate(undefined);
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Rotate the secret
      </Button>
      <SecretModal making={rotating} opened={opened} onClose={end} title="Rotate the secret">
        {rotating.data === undefined ? (
          <Stack>
            <Text size="sm">Messages carry a signature of each secret, so your receiver never misses one.</Text>
            <Select
              label="The old secret"
              allowDeselect={false}
              value={overlap}
              onChange={(value) => setOverlap(value ?? '86400')}
              data={OVERLAPS}
            />
            <Group justify="flex-end">
              <Button loading={rotating.isPending} onClick={() => rotating.mutate(undefined)}>
                Make the new secret
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <ShownOnce label="Secret" secret={rotating.data.secret} kept={KEPT_SEALED} />
            <Group justify="flex-end">
              <Button onClick={end}>I have copied it</Button>
            </Group>
          </Stack>
        )}
      </SecretModal>
    </>
  );
}
