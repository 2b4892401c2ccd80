// The tokens of a connection. Rotation: make a new one, put it into the identity provider, revoke the old one.
import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type Connection, createToken, revokeToken, type ScimToken, type TokenExpiry } from '../api/connections.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ShownOnce } from '../parts/copy-field.tsx';
import { Instant, onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { EXPIRIES } from './token-expiries.ts';

const MOST_AT_ONCE = 2;

export function ConnectionTokens({ connection }: { readonly connection: Connection }) {
  const [expires, setExpires] = useState<TokenExpiry>('1y');
  const refresh = [['connections']];
  const creating = useChange(() => createToken(connection.id, expires), { refresh });
  const revoking = useChange((id: string) => revokeToken(connection.id, id), { refresh, done: 'Revoked.' });
  const good = connection.tokens.filter(isGood);
  return (
    <Section
      title="Tokens"
      hint="To rotate: make a new token, put it into the identity provider, then revoke the old one. Both are good meanwhile."
    >
      {creating.data !== undefined && <ShownOnce label="Token" secret={creating.data.token} />}
      <Stack gap="sm">
        {connection.tokens.map((token) => (
          <Group key={token.id} justify="space-between">
            <div>
              <Group gap={8}>
                <code>{token.token_prefix}…</code>
                <Badge variant={isGood(token) ? 'filled' : 'default'} tt="none">
                  {STATES[token.state]}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                Made <Instant at={token.created_at} />, {token.last_used_at === null ? 'never used' : 'last used '}
                {token.last_used_at !== null && <Instant at={token.last_used_at} />},{' '}
                {token.expires_at === null ? 'never expires' : `expires on ${onDay(token.expires_at)}`}
              </Text>
            </div>
            {isGood(token) && (
              <Confirm
                label="Revoke"
                title="Revoke this token?"
                confirm="Revoke it"
                button={{ size: 'xs' }}
                onConfirm={() => revoking.mutateAsync(token.id)}
              >
                Requests with it are answered 401 at once.{' '}
                {good.length === 1 &&
                  `It is the only good token of ${connection.name}: the sync stops until another is set up.`}
              </Confirm>
            )}
          </Group>
        ))}
      </Stack>
      <Group align="flex-end">
        <Select
          label="A new token expires"
          allowDeselect={false}
          value={expires}
          onChange={(value) => setExpires((value ?? '1y') as TokenExpiry)}
          data={EXPIRIES}
        />
        <Button
          loading={creating.isPending}
          disabled={good.length >= MOST_AT_ONCE}
          onClick={() => creating.mutate(undefined)}
        >
          Make a new token
        </Button>
        {good.length >= MOST_AT_ONCE && (
          <Text size="sm" c="dimmed">
            Two are good already: revoke the one no longer used.
          </Text>
        )}
      </Group>
    </Section>
  );
}

const isGood = ({ state }: ScimToken): boolean => state === 'valid' || state === 'expiring';
const STATES = { valid: 'Good', expiring: 'Expires soon', expired: 'Expired', revoked: 'Revoked' } as const;
