// The tokens of a connection. Rotation: make a new one, put it into the identity provider, revoke the old one.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type Connection, createToken, revokeToken, type ScimToken, type TokenExpiry } from '../api/connections.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CopyField, ShownOnce } from '../parts/copy-field.tsx';
import { Instant, LastUsed, onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { isGood, STATES } from './credential-states.ts';
import { SecretModal } from './secret-modal.tsx';
import { EXPIRIES } from './token-expiries.ts';

const MOST_AT_ONCE = 2;

export function ConnectionTokens({ connection }: { readonly connection: Connection }) {
  const good = connection.tokens.filter(isGood);
  return (
    <Section
      title="Tokens"
      hint="To rotate: make a new token, put it into the identity provider, then revoke the old one. Both are good meanwhile."
    >
      <Stack gap="sm">
        {connection.tokens.map((token) => (
          <Group key={token.id} justify="space-between">
            <div>
              <Group gap={10}>
                <code>{token.token_prefix}…</code>
                <Status tone={STATES[token.state].tone}>{STATES[token.state].word}</Status>
              </Group>
              <Text size="sm" c="dimmed">
                Made <Instant at={token.created_at} />, <Use token={token} />,{' '}
                {token.expires_at === null ? 'never expires' : `expires on ${onDay(token.expires_at)}`}
              </Text>
            </div>
            {isGood(token) && <Revoke connection={connection} token={token} isLast={good.length === 1} />}
          </Group>
        ))}
      </Stack>
      <NewToken connection={connection} isFull={good.length >= MOST_AT_ONCE} />
    </Section>
  );
}

interface RevokeProps {
  readonly connection: Connection;
  readonly token: ScimToken;
  readonly isLast: boolean;
}

function Revoke({ connection, token, isLast }: RevokeProps) {
  const revoking = useChange(() => revokeToken(connection.id, token.id), {
    refresh: [['connections']],
    done: 'Revoked.',
  });
  return (
    <Confirm
      label="Revoke"
      title={`Revoke the token ${token.token_prefix}…?`}
      confirm="Revoke it"
      button={{ size: 'xs' }}
      onConfirm={() => revoking.mutateAsync(undefined)}
    >
      Made <Instant at={token.created_at} />, <Use token={token} />. Requests with it are refused at once.{' '}
      {isLast && `It is the only good token of ${connection.name}: the sync stops until another is set up.`}
    </Confirm>
  );
}

function NewToken({ connection, isFull }: { readonly connection: Connection; readonly isFull: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [expires, setExpires] = useState<TokenExpiry>('1y');
  const creating = useChange(() => createToken(connection.id, expires), { refresh: [['connections']] });
  const leave = (): void => {
    close();
    creating.reset();
  };
  return (
    <Group align="center">
      <Button onClick={open} disabled={isFull}>
        Make a new token
      </Button>
      {isFull && (
        <Text size="sm" c="dimmed">
          Two are good already: revoke the one no longer used.
        </Text>
      )}
      <SecretModal making={creating} opened={opened} onClose={leave} title={`New token for ${connection.name}`}>
        {creating.data === undefined ? (
          <Stack>
            <Select
              label="It expires"
              description="Fixed at creation. You are warned 30 days before."
              allowDeselect={false}
              value={expires}
              onChange={(value) => setExpires((value ?? '1y') as TokenExpiry)}
              data={EXPIRIES}
            />
            <Group justify="flex-end">
              <Button loading={creating.isPending} onClick={() => creating.mutate(undefined)}>
                Make the token
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <ShownOnce label="Token" secret={creating.data.token} />
            <CopyField label="Base URL" value={connection.base_url} />
            <Text size="sm">
              Put it into {connection.name}, wait until the log shows a request with it, then revoke the old one.
            </Text>
            <Group justify="flex-end">
              <Button onClick={leave}>I have copied it</Button>
            </Group>
          </Stack>
        )}
      </SecretModal>
    </Group>
  );
}

const Use = ({ token: { last_used_at } }: { readonly token: ScimToken }) =>
  last_used_at === null ? 'never used' : <LastUsed at={last_used_at} />;
