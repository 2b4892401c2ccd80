// Client secrets of a connection. The identity provider exchanges a secret for tokens that last an hour, so requests
// never carry the stored secret.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type Connection, createSecret, revokeSecret, type SecretExpiry } from '../../api/connections.ts';
import { Section } from '../../parts/forms/section.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { t } from '../../parts/texts/t.ts';
import { CredentialRow, NewCredential } from './connection-credentials.tsx';
import { isOpen } from './credential-states.ts';
import { SECRET_EXPIRIES } from './token-expiries.ts';

const MAX_AT_ONCE = 3;
const SHOWN_ONCE = t(
  'It is shown only once, because we store just a hash. If you lose it, create another and revoke this one.',
);
const WORDS = { open: t('Make a client secret'), title: t('Client secret'), make: t('Make the client secret') };

interface Props {
  readonly connection: Connection;
  /** The lifetimes to choose from. A setup link offers fewer. */
  readonly expiries?: readonly { readonly value: SecretExpiry; readonly label: string }[];
}

export function ConnectionSecrets({ connection, expiries = SECRET_EXPIRIES }: Props) {
  const { id, client_secrets: secrets, token_endpoint, base_url } = connection;
  const [unseen, leadToUnseen] = useState<string>();
  const isFull = secrets.filter(isOpen).length >= MAX_AT_ONCE;
  return (
    <Section
      title={t('Client secrets')}
      hint={t(
        'For identity providers that use client credentials. They exchange the secret for tokens that last an hour.',
      )}
    >
      <CopyField label={t('Token endpoint')} value={token_endpoint} />
      <CopyField label={t('Client id')} value={id} />
      <Stack gap="sm">
        {secrets.map((secret) => (
          <CredentialRow
            key={secret.id}
            prefix={secret.secret_prefix}
            credential={secret}
            isUnseen={secret.id === unseen}
            title={t('Revoke the client secret {secretPrefix}…?', { secretPrefix: secret.secret_prefix })}
            revoke={() => revokeSecret(id, secret.id)}
          >
            {t('It stops working at once, and so do all tokens that were issued for it.')}
          </CredentialRow>
        ))}
      </Stack>
      <NewCredential
        connection={connection}
        full={isFull ? t('There are already three. Revoke one that you no longer use.') : undefined}
        words={WORDS}
        expiries={expiries}
        usual="1y"
        create={(expires) => createSecret(id, expires)}
        leadToUnseen={leadToUnseen}
      >
        {({ client_secret }) => (
          <>
            <ShownOnce label={t('Client secret')} secret={client_secret} kept={SHOWN_ONCE} />
            <CopyField label={t('Client id')} value={id} />
            <CopyField label={t('Token endpoint')} value={token_endpoint} />
            <CopyField label={t('Base URL')} value={base_url} />
          </>
        )}
      </NewCredential>
    </Section>
  );
}
