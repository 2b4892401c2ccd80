// A new webhook: where, and for which events; then its secret, this once, while a test event is on its way.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SecretModal } from '../admin/secret-modal.tsx';
import { useChange } from '../api/change.ts';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Copied, ShownOnce } from '../parts/shown-once.tsx';
import { EventChoice } from './event-choice.tsx';
import { createWebhook, type EventType, sendTest, WEBHOOKS, type Webhook } from './webhooks-api.ts';

interface Props {
  readonly types: readonly EventType[];
  /** The page of all webhooks. */
  readonly here: string;
  readonly opened: boolean;
  readonly close: () => void;
}

const FIRST: Webhook['events'] = ['trail.published'];
export const KEPT_SEALED = 'It is shown this once. It is stored sealed; a lost one is replaced by rotation.';

export function NewWebhook({ types, here, opened, close }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState(FIRST);
  const errors = useFormErrors(['name', 'url', 'events']);
  const creating = useChange(
    async () => {
      const created = await createWebhook({ name: name.trim(), url: url.trim(), events });
      // Its secret is shown in either case: nobody else has it.
      const isTested = await sendTest(created.webhook.id).then(
        () => true,
        () => false,
      );
      return { ...created, isTested };
    },
    { onProblem: errors.onProblem },
  );
  const leave = (): void => {
    const id = creating.data?.webhook.id;
    close();
    creating.reset();
    void queries.invalidateQueries({ queryKey: WEBHOOKS });
    if (id !== undefined) void navigate({ to: `${here}/${id}` });
  };
  return (
    <SecretModal making={creating} opened={opened} onClose={leave} title="New webhook" size="lg">
      {creating.data === undefined ? (
        <form
          ref={errors.form}
          onSubmit={(event) => {
            event.preventDefault();
            errors.clear();
            creating.mutate(undefined);
          }}
        >
          <Stack>
            <TextInput
              label="What is it for?"
              placeholder="News in our chat"
              required
              maxLength={120}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              {...errors.field('name')}
            />
            <TextInput
              label="Address"
              description="Of your receiver, reachable from the internet."
              placeholder="https://hooks.example.com/cairn"
              required
              type="url"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              {...errors.field('url')}
            />
            <EventChoice types={types} value={events} onChange={setEvents} />
            <FormProblem errors={errors} />
            <Group justify="flex-end">
              <Button
                type="submit"
                loading={creating.isPending}
                disabled={name.trim() === '' || url.trim() === '' || events.length === 0}
              >
                Make it and send a test
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Copied onLeave={leave}>
          <Text size="sm">
            {creating.data.isTested
              ? 'A test event is on its way.'
              : 'It is made; the test event could not be sent. Send one from its page.'}{' '}
            Your receiver proves with this secret who sent it.
          </Text>
          <ShownOnce label="Secret" secret={creating.data.secret} kept={KEPT_SEALED} />
        </Copied>
      )}
    </SecretModal>
  );
}
