// Shared by the tokens and client secrets of a connection: the list row, and the dialog that creates one and shows it
// once.
import { Button, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.ts';
import type { Connection, ScimToken } from '../../api/connections.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { Status } from '../../parts/page/status.tsx';
import { Unseen } from '../../parts/secrets/unseen.tsx';
import { onDay } from '../../parts/texts/formats.ts';
import { Instant, LastUsed } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { isOpen, STATES } from './credential-states.ts';

type Credential = Pick<ScimToken, 'state' | 'created_at' | 'last_used_at' | 'expires_at' | 'setup_link'>;

interface RowProps {
  readonly prefix: string;
  readonly credential: Credential;
  /** True if it was created but its secret was never shown. */
  readonly isUnseen: boolean;
  /** The title of the confirmation before it is revoked. */
  readonly title: string;
  /** Describes the effect of revoking it. */
  readonly children: ReactNode;
  readonly revoke: () => Promise<unknown>;
}

export function CredentialRow({ prefix, credential, isUnseen, title, children, revoke }: RowProps) {
  const { state, expires_at } = credential;
  const revoking = useChange(revoke, { refresh: [['connections']], done: t('Revoked.') });
  return (
    <Group justify="space-between">
      <div>
        <Group gap={10}>
          <code>{prefix}…</code>
          {isUnseen && isOpen(credential) ? (
            <Unseen />
          ) : (
            <Status tone={STATES[state].tone}>{STATES[state].word}</Status>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Origin credential={credential} />, <Use credential={credential} />,{' '}
          {expires_at === null ? t('never expires') : t('expires on {day}', { day: onDay(expires_at) })}
        </Text>
      </div>
      {isOpen(credential) && (
        <Confirm
          label={t('Revoke')}
          title={title}
          confirm={t('Revoke it')}
          button={{ size: 'xs' }}
          onConfirm={() => revoking.mutateAsync(undefined)}
        >
          <Origin credential={credential} />, <Use credential={credential} />. {children}
        </Confirm>
      )}
    </Group>
  );
}

interface NewProps<Expiry extends string, Made> {
  readonly connection: Connection;
  /** Explains why no more can be created. Undefined if another one can. */
  readonly full: string | undefined;
  readonly words: { readonly open: string; readonly title: string; readonly make: string };
  readonly expiries: readonly { readonly value: Expiry; readonly label: string }[];
  readonly usual: Expiry;
  readonly create: (expires: Expiry) => Promise<Made>;
  readonly leadToUnseen: (id: string) => void;
  /** Shows the new secret. */
  readonly children: (made: Made) => ReactNode;
}

export function NewCredential<Expiry extends string, Made>(props: NewProps<Expiry, Made>) {
  const { connection, full, words, expiries, usual, create, leadToUnseen, children } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const making = useMaking(
    { expires: usual },
    { make: ({ expires }) => create(expires), refresh: [['connections']], close, leadToUnseen },
  );
  return (
    <Group align="center">
      <Button variant="default" onClick={open} disabled={full !== undefined}>
        {words.open}
      </Button>
      {full !== undefined && (
        <Text size="sm" c="dimmed">
          {full}
        </Text>
      )}
      <MakingDialog
        making={making}
        opened={opened}
        title={t('{words} for {connection}', { words: words.title, connection: connection.name })}
        button={words.make}
        shown={children}
      >
        <Select
          label={t('It expires')}
          description={t('Cannot be changed later. You will be warned 30 days before.')}
          allowDeselect={false}
          value={making.fields.expires}
          onChange={(expires) => making.set({ expires: expires ?? usual })}
          data={expiries}
        />
      </MakingDialog>
    </Group>
  );
}

const Origin = ({ credential: { created_at, setup_link } }: { readonly credential: Credential }) => {
  const when = <Instant at={created_at} />;
  return setup_link === null
    ? rich('Created {when}', { when })
    : rich('Created {when} with the set-up link for {setupLink}', { when, setupLink: setup_link });
};

const Use = ({ credential: { last_used_at } }: { readonly credential: Credential }) =>
  last_used_at === null ? t('never used') : <LastUsed at={last_used_at} />;
