// The operators of the service.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { addOperator, type Operator, operators, removeOperator } from '../api/service.ts';
import { useSession } from '../api/session.ts';
import { Confirm } from '../parts/dialogs/confirm.tsx';
import { Section } from '../parts/forms/section.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';

const REFRESH = [operators.queryKey];

export function OperatorsPage() {
  const { person } = useSession();
  const list = useQuery(operators);
  return (
    <Page
      title={t('Operators')}
      lead={t('Operators create workspaces, set plans and seats, and maintain the service-wide catalog.')}
      width="reading"
    >
      <Section title={t('Operators')} hint={t('Everyone here has the same rights as you.')}>
        <Answered of={list} rows={2}>
          {({ items }) => (
            <Stack gap="sm">
              {items.map((operator) => (
                <OperatorRow key={operator.user_id} operator={operator} isSelf={operator.user_id === person.id} />
              ))}
            </Stack>
          )}
        </Answered>
      </Section>
      <Section title={t('Add an operator')} hint={t('If the address is unknown, an account is created.')}>
        <NewOperator />
      </Section>
    </Page>
  );
}

function OperatorRow({ operator, isSelf }: { readonly operator: Operator; readonly isSelf: boolean }) {
  const removing = useChange(removeOperator, { refresh: REFRESH, done: t('Removed.') });
  const name = operator.name || operator.email;
  return (
    <Group justify="space-between">
      <div>
        <Text fw={560}>{name}</Text>
        <Text size="sm" c="dimmed">
          {operator.email}
        </Text>
      </div>
      {isSelf ? (
        <Text size="sm" c="dimmed">
          {t('You')}
        </Text>
      ) : (
        <Confirm
          label={t('Remove')}
          title={t('Remove {name}?', { name })}
          confirm={t('Remove')}
          button={{ size: 'xs' }}
          onConfirm={() => removing.mutateAsync(operator.user_id)}
        >
          {t('The person is no longer an operator, effective at once. They stay in their workspaces.')}
        </Confirm>
      )}
    </Group>
  );
}

const EMPTY = { email: '', name: '' };

function NewOperator() {
  const [typed, type] = useState(EMPTY);
  const adding = useChange(({ email, name }: typeof EMPTY) => addOperator(email.trim(), name.trim()), {
    refresh: REFRESH,
    done: t('Added.'),
    after: () => type(EMPTY),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate(typed);
      }}
    >
      <Group align="flex-end">
        <TextInput
          flex="1 1 180px"
          label={t('Name')}
          value={typed.name}
          onChange={(event) => type({ ...typed, name: event.currentTarget.value })}
        />
        <TextInput
          flex="1 1 220px"
          label={t('E-mail address')}
          type="email"
          required
          value={typed.email}
          onChange={(event) => type({ ...typed, email: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={adding.isPending}>
          {t('Add')}
        </Button>
      </Group>
    </form>
  );
}
