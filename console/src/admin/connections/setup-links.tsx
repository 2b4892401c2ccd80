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

export function SetupLinks({ connection }: { readonly connection: Connection }) {
  const links = useQuery(setupLinks(connection.id));
  const [opened, { open, close }] = useDisclosure(false);
  const [unseen, leadToUnseen] = useState<string>();
  return (
    <Section
      title="Someone else sets it up"
      hint="A link for an IT admin without an account. It lasts seven days and opens only the steps, tokens and client secrets of this connection."
    >
      <Unanswered of={links} />
      {(links.data?.items ?? []).map((link) => (
        <LinkLine key={link.link_id} connection={connection} link={link} isUnseen={link.link_id === unseen} />
      ))}
      <Group>
        <Button variant="default" onClick={open}>
          Make a set-up link
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
      title={`Set-up link for ${connection.name}`}
      button="Make the link"
      isReady={!isBlank(note)}
      shown={({ url }) => (
        <ShownOnce
          label="Set-up link"
          secret={url}
          kept="It is shown only once. Anyone who has it can create tokens of this connection. They work once you confirm the connection."
        />
      )}
    >
      <TextInput label="For whom" placeholder="Jo of IT" required maxLength={120} {...making.text('note')} />
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
    done: 'The link no longer works.',
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
          Made <Instant at={link.created_at} /> by {link.created_by},{' '}
          {link.last_used_at === null ? 'not opened yet' : <LastUsed at={link.last_used_at} />}, until{' '}
          {onDay(link.expires_at)}
        </Text>
      </div>
      <Confirm
        label="Revoke"
        title={`Revoke the link for ${link.note}?`}
        confirm="Revoke it"
        button={{ size: 'xs' }}
        onConfirm={() => revoking.mutateAsync(undefined)}
      >
        It stops working at once. Tokens and client secrets made with it end too.
      </Confirm>
    </Group>
  );
}
