// Who operates the service.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { addOperator, operators, removeOperator } from '../api/service.ts';
import { useSession } from '../api/session.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Answered } from '../parts/states.tsx';

export function OperatorsPage() {
  const { person } = useSession();
  const list = useQuery(operators);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const refresh = [operators.queryKey];
  const adding = useChange(() => addOperator(email.trim(), name.trim()), {
    refresh,
    done: 'Added.',
    after: () => {
      setEmail('');
      setName('');
    },
  });
  const removing = useChange(removeOperator, { refresh, done: 'Removed.' });
  return (
    <Page
      title="Operators"
      lead="They make workspaces, set plans and seats, and keep the service-wide catalog."
      width="reading"
    >
      <Section title="Operators" hint="Everybody here can do what you can.">
        <Answered of={list} rows={2}>
          {({ items }) => (
            <Stack gap="sm">
              {items.map((operator) => (
                <Group key={operator.user_id} justify="space-between">
                  <div>
                    <Text fw={560}>{operator.name || operator.email}</Text>
                    <Text size="sm" c="dimmed">
                      {operator.email}
                    </Text>
                  </div>
                  {operator.user_id === person.id ? (
                    <Text size="sm" c="dimmed">
                      You
                    </Text>
                  ) : (
                    <Confirm
                      label="Remove"
                      title={`Remove ${operator.name || operator.email}?`}
                      confirm="Remove"
                      button={{ size: 'xs' }}
                      onConfirm={() => removing.mutateAsync(operator.user_id)}
                    >
                      The person is no operator any more, at once. Memberships in workspaces stay.
                    </Confirm>
                  )}
                </Group>
              ))}
            </Stack>
          )}
        </Answered>
      </Section>
      <Section title="Add an operator" hint="An account is made where the address is not known yet.">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            adding.mutate(undefined);
          }}
        >
          <Group align="flex-end">
            <TextInput
              flex="1 1 180px"
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              flex="1 1 220px"
              label="E-mail address"
              type="email"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={adding.isPending}>
              Add
            </Button>
          </Group>
        </form>
      </Section>
    </Page>
  );
}
