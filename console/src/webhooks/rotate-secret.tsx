// Rotates the secret of a webhook. The old one also signs for a while, so that the receiver can switch.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Rotation } from '../parts/secrets/rotation.tsx';
import { ShownOnce } from '../parts/secrets/shown-once.tsx';
import { t } from '../parts/texts/t.ts';
import { KEPT_SEALED } from './new-webhook.tsx';
import { rotateSecret, WEBHOOKS, type Webhook } from './webhooks-api.ts';

export function RotateSecret({ webhook }: { readonly webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('Rotate the secret')}
      </Button>
      <Rotation
        opened={opened}
        close={close}
        title={t('Rotate the secret')}
        button={t('Create the new secret')}
        overlap={t('The old secret')}
        hint={t('During the overlap, messages carry both signatures, so your receiver misses nothing.')}
        rotate={(overlapSeconds) => rotateSecret(webhook.id, overlapSeconds)}
        refresh={WEBHOOKS}
        leadToUnseen={STAYS}
      >
        {({ secret }) => <ShownOnce label={t('Secret')} secret={secret} kept={KEPT_SEALED} />}
      </Rotation>
    </>
  );
}

/** Leads nowhere, because the page already shows the webhook. */
const STAYS = (): void => undefined;
