// The tokens of a connection. To rotate: create a new one, enter it in the identity provider, revoke the old one.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Connection, createToken, revokeToken, type TokenExpiry } from '../../api/connections.ts';
import { Section } from '../../parts/forms/section.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { t } from '../../parts/texts/t.ts';
import { CredentialRow, NewCredential } from './connection-credentials.tsx';
import { isGood, isOpen } from './credential-states.ts';
import { EXPIRIES } from './token-expiries.ts';

const MAX_AT_ONCE = 2;
const WORDS = { open: t('Make a new token'), title: t('New token'), make: t('Make the token') };

interface Props {
  readonly connection: Connection;
  /** The lifetimes to choose from. A setup link offers fewer. */
  readonly expiries?: readonly { readonly value: TokenExpiry; readonly label: string }[];
}

export function ConnectionTokens({ connection, expiries = EXPIRIES }: Props) {
  const { id, name, tokens, base_url } = connection;
  const [unseen, leadToUnseen] = useState<string>();
  const good = tokens.filter(isGood);
  const isFull = tokens.filter(isOpen).length >= MAX_AT_ONCE;
  return (
    <Section
      title={t('Tokens')}
      hint={t(
        'To rotate, create a token, enter it in the identity provider, then revoke the old one. Both are valid until then.',
      )}
    >
      <Stack gap="sm">
        {tokens.map((token) => (
          <CredentialRow
            key={token.id}
            prefix={token.token_prefix}
            credential={token}
            isUnseen={token.id === unseen}
            title={t('Revoke the token {tokenPrefix}…?', { tokenPrefix: token.token_prefix })}
            revoke={() => revokeToken(id, token.id)}
          >
            {t('It stops working at once.')}{' '}
            {good.length === 1 &&
              good[0]?.id === token.id &&
              t('It is the only valid token of {name}. The sync stops until you set up another.', { name })}
          </CredentialRow>
        ))}
      </Stack>
      <NewCredential
        connection={connection}
        full={isFull ? t('There are already two. Revoke one that you no longer use.') : undefined}
        words={WORDS}
        expiries={expiries}
        usual="1y"
        create={(expires) => createToken(id, expires)}
        leadToUnseen={leadToUnseen}
      >
        {({ token }) => (
          <>
            <ShownOnce label={t('Token')} secret={token} />
            <CopyField label={t('Base URL')} value={base_url} />
            <Text size="sm">
              {t('Put it into {name}, wait until the log shows a request with it, then revoke the old one.', { name })}
            </Text>
          </>
        )}
      </NewCredential>
    </Section>
  );
}
