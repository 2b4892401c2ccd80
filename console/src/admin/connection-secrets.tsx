// Client secrets of a connection: its identity provider exchanges one for tokens of an hour, so that what travels with each
// request is never what is stored there.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import {
  type ClientSecret,
  type Connection,
  createSecret,
  revokeSecret,
  type SecretExpiry,
} from '../api/connections.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CopyField, ShownOnce } from '../parts/copy-field.tsx';
import { Instant, LastUsed, onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { isGood, STATES } from './credential-states.ts';
import { SecretModal } from './secret-modal.tsx';
import { SECRET_EXPIRIES } from './token-expiries.ts';

const MOST_AT_ONCE = 3;
const SHOWN_ONCE = 'It is shown this once. Only a hash is kept; if it is lost, make another and revoke this one.';

export function ConnectionSecrets({ connection }: { readonly connection: Connection }) {
  const secrets = connection.client_secrets;
  return (
    <Section
      title="Client secrets"
      hint="For identity providers that sign in with client credentials: each secret is exchanged for tokens of an hour."
    >
      <CopyField label="Token endpoint" value={connection.token_endpoint} />
      <CopyField label="Client id" value={connection.id} />
      <Stack gap="sm">
        {secrets.map((secret) => (
          <Group key={secret.id} justify="space-between">
            <div>
              <Group gap={10}>
                <code>{secret.secret_prefix}…</code>
                <Status tone={STATES[secret.state].tone}>{STATES[secret.state].word}</Status>
              </Group>
              <Text size="sm" c="dimmed">
                Made <Instant at={secret.created_at} />, <Use secret={secret} />, expires on {onDay(secret.expires_at)}
              </Text>
            </div>
            {isGood(secret) && <Revoke connection={connection} secret={secret} />}
          </Group>
        ))}
      </Stack>
      <NewSecret connection={connection} isFull={secrets.filter(isGood).length >= MOST_AT_ONCE} />
    </Section>
  );
}

function Revoke({ connection, secret }: { readonly connection: Connection; readonly secret: ClientSecret }) {
  const revoking = useChange(() => revokeSecret(connection.id, secret.id), {
    refresh: [['connections']],
    done: 'Revoked.',
  });
  return (
    <Confirm
      label="Revoke"
      title={`Revoke the client secret ${secret.secret_prefix}…?`}
      confirm="Revoke it"
      button={{ size: 'xs' }}
      onConfirm={() => revoking.mutateAsync(undefined)}
    >
      Made <Instant at={secret.created_at} />, <Use secret={secret} />. It is refused at once, and so is every token
      that it was exchanged for.
    </Confirm>
  );
}

function NewSecret({ connection, isFull }: { readonly connection: Connection; readonly isFull: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [expires, setExpires] = useState<SecretExpiry>('1y');
  const creating = useChange(() => createSecret(connection.id, expires), { refresh: [['connections']] });
  const leave = (): void => {
    close();
    creating.reset();
  };
  return (
    <Group align="center">
      <Button onClick={open} disabled={isFull}>
        Make a client secret
      </Button>
      {isFull && (
        <Text size="sm" c="dimmed">
          Three are good already: revoke the one no longer used.
        </Text>
      )}
      <SecretModal making={creating} opened={opened} onClose={leave} title={`Client secret for ${connection.name}`}>
        {creating.data === undefined ? (
          <Stack>
            <Select
              label="It expires"
              description="Fixed at creation. You are warned 30 days before."
              allowDeselect={false}
              value={expires}
              onChange={(value) => setExpires((value ?? '1y') as SecretExpiry)}
              data={SECRET_EXPIRIES}
            />
            <Group justify="flex-end">
              <Button loading={creating.isPending} onClick={() => creating.mutate(undefined)}>
                Make the client secret
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <ShownOnce label="Client secret" secret={creating.data.client_secret} kept={SHOWN_ONCE} />
            <CopyField label="Client id" value={connection.id} />
            <CopyField label="Token endpoint" value={connection.token_endpoint} />
            <CopyField label="Base URL" value={connection.base_url} />
            <Group justify="flex-end">
              <Button onClick={leave}>I have copied it</Button>
            </Group>
          </Stack>
        )}
      </SecretModal>
    </Group>
  );
}

const Use = ({ secret: { last_used_at } }: { readonly secret: ClientSecret }) =>
  last_used_at === null ? 'never used' : <LastUsed at={last_used_at} />;
