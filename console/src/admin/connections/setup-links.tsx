// Setup links for IT admins without an account: created for a named person, shown once, revoked immediately.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isBlank } from '../../../../src/base/text.ts';
import { useChange } from '../../api/change.ts';
import type { Connection } from '../../api/connections.ts';
import { createSetupLink, revokeSetupLink, type SetupLink, setupLinks } from '../../api/setup.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Unanswered } from '../../parts/page/states.tsx';
import { ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { Unseen } from '../../parts/secrets/unseen.tsx';
import { onDay } from '../../parts/texts/formats.ts';
import { Instant, LastUsed } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

export function SetupLinks({ connection }: { readonly connection: Connection }) {
  const links = useQuery(setupLinks(connection.id));
  const [opened, { open, close }] = useDisclosure(false);
  const [unseen, leadToUnseen] = useState<string>();
  return (
    <Section
      title={t('Someone else sets it up')}
      hint={t(
        'A link for an IT admin without an account. It lasts seven days and opens only the steps, tokens and client secrets of this connection.',
      )}
    >
      <Unanswered of={links} />
      {(links.data?.items ?? []).map((link) => (
        <LinkLine key={link.link_id} connection={connection} link={link} isUnseen={link.link_id === unseen} />
      ))}
      <Group>
        <Button variant="default" onClick={open}>
          {t('Make a set-up link')}
        </Button>
      </Group>
      <NewSetupLink connection={connection} opened={opened} close={close} leadToUnseen={leadToUnseen} />
    </Section>
  );
}

interface NewSetupLinkProps {
  readonly connection: Connection;
  readonly opened: boolean;
  readonly close: () => void;
  readonly leadToUnseen: (id: string) => void;
}

function NewSetupLink({ connection, opened, close, leadToUnseen }: NewSetupLinkProps) {
  const making = useMaking(
    { note: '' },
    {
      make: ({ note }) => createSetupLink(connection.id, note.trim()),
      names: ['note'],
      refresh: [setupLinks(connection.id).queryKey],
      close,
      leadToUnseen,
    },
  );
  const { note } = making.fields;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('Set-up link for {connection}', { connection: connection.name })}
      button={t('Make the link')}
      isReady={!isBlank(note)}
      shown={({ url }) => (
        <ShownOnce
          label={t('Set-up link')}
          secret={url}
          kept={t(
            'It is shown only once. Anyone who has it can create tokens of this connection. They work once you confirm the connection.',
          )}
        />
      )}
    >
      <TextInput label={t('For whom')} placeholder={t('Jo of IT')} required maxLength={120} {...making.text('note')} />
    </MakingDialog>
  );
}

interface LinkLineProps {
  readonly connection: Connection;
  readonly link: SetupLink;
  readonly isUnseen: boolean;
}

function LinkLine({ connection, link, isUnseen }: LinkLineProps) {
  const revoking = useChange(() => revokeSetupLink(connection.id, link.link_id), {
    refresh: [['connections']],
    done: t('The link no longer works.'),
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap={10}>
          <Text size="sm" fw={560} dir="auto">
            {link.note}
          </Text>
          {isUnseen && <Unseen />}
        </Group>
        <Text size="sm" c="dimmed">
          {rich('Created {when} by {createdBy}, {use}, expires {day}', {
            when: <Instant at={link.created_at} />,
            createdBy: link.created_by,
            use: link.last_used_at === null ? t('not opened yet') : <LastUsed at={link.last_used_at} />,
            day: onDay(link.expires_at),
          })}
        </Text>
      </div>
      <Confirm
        label={t('Revoke')}
        title={t('Revoke the link for {note}?', { note: link.note })}
        confirm={t('Revoke it')}
        button={{ size: 'xs' }}
        onConfirm={() => revoking.mutateAsync(undefined)}
      >
        {t('It stops working at once. Tokens and client secrets made with it end too.')}
      </Confirm>
    </Group>
  );
}
