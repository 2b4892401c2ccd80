// Replaces a key by one with the same person, scopes and lifetime.
import { type ApiKey, apiKeys, rotateKey } from '../../api/workspace.ts';
import { Rotation } from '../../parts/secrets/rotation.tsx';
import { ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { t } from '../../parts/texts/t.ts';

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly opened: boolean;
  readonly close: () => void;
  readonly leadToUnseen: (id: string) => void;
}

export function RotateKey({ apiKey, opened, close, leadToUnseen }: RotateKeyProps) {
  return (
    <Rotation
      opened={opened}
      close={close}
      title={t('Rotate "{apiKey}"', { apiKey: apiKey.name })}
      button={t('Create the new key')}
      overlap={t('The old key')}
      hint={t('The new key has the same person, scopes and lifetime.')}
      rotate={(overlapSeconds) => rotateKey(apiKey.id, overlapSeconds)}
      refresh={apiKeys.queryKey}
      leadToUnseen={leadToUnseen}
    >
      {({ key }) => <ShownOnce label={t('Key')} secret={key} />}
    </Rotation>
  );
}
