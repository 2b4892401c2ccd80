// Links for the IT admin who has no account: made for somebody by name, shown once, revoked at once.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isBlank } from '../../../src/base/blank.ts';
import { useChange } from '../api/change.ts';
import type { Connection } from '../api/connections.ts';
import { createSetupLink, revokeSetupLink, type SetupLink, setupLinks } from '../api/setup.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Form } from '../parts/form.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Instant, LastUsed, onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { Copied, ShownOnce } from '../parts/shown-once.tsx';
import { Unanswered } from '../parts/states.tsx';

export function SetupLinks({ connection }: { readonly connection: Connection }) {
  const links = useQuery(setupLinks(connection.id));
  const [note, setNote] = useState('');
  const errors = useFormErrors(['note']);
  const making = useChange((wanted: string) => createSetupLink(connection.id, wanted), {
    onProblem: errors.onProblem,
    refresh: [setupLinks(connection.id).queryKey],
    after: () => setNote(''),
  });
  return (
    <Section
      title="Somebody else sets it up"
      hint="A link for an IT admin without an account: seven days, this connection alone, its steps, tokens and client secrets."
    >
      {making.data !== undefined && (
        <Copied onLeave={making.reset}>
          <ShownOnce
            label="Set-up link"
            secret={making.data.url}
            kept="It is shown this once. Whoever has it can make tokens of this connection until it is revoked."
          />
        </Copied>
      )}
      <Unanswered of={links} />
      {(links.data?.items ?? []).map((link) => (
        <LinkLine key={link.link_id} connection={connection} link={link} />
      ))}
      <Form errors={errors} onSubmit={() => making.mutate(note.trim())}>
        <Stack gap="sm">
          <TextInput
            {...errors.field('note')}
            label="For whom"
            placeholder="Jo of IT"
            required
            maxLength={120}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <FormProblem errors={errors} />
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={making.isPending}
              disabled={isBlank(note) || making.data !== undefined}
            >
              Make a set-up link
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}

function LinkLine({ connection, link }: { readonly connection: Connection; readonly link: SetupLink }) {
  const revoking = useChange(() => revokeSetupLink(connection.id, link.link_id), {
    refresh: [setupLinks(connection.id).queryKey],
    done: 'The link opens nothing any more.',
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={560} dir="auto">
          {link.note}
        </Text>
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
        It opens nothing from now on. Tokens and client secrets that were made with it stay good.
      </Confirm>
    </Group>
  );
}
