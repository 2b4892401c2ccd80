// Every workspace of the service, for its operators.
import { Anchor, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PLANS } from '../admin/plans.ts';
import { useChange } from '../api/change.ts';
import { createTeam, type Plan, type Team, teamPages } from '../api/service.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { onDay } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { PLAN_OPTIONS } from './plan-options.ts';

export function WorkspacesPage() {
  const [text, setText] = useState('');
  const [isNew, creating] = useDisclosure(false);
  const [q] = useDebouncedValue(text.trim(), 200);
  const teams = useInfiniteQuery(teamPages(q));
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      New workspace
    </Button>
  );
  return (
    <Page title="Workspaces" lead="Everybody who uses this service, with plan and seats." actions={create}>
      <TextInput
        maw={320}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder="Name"
        aria-label="Search workspaces"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Answered of={teams}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return q === '' ? (
              <Empty title="No workspace yet" action={create}>
                Make the first one, with its Owner.
              </Empty>
            ) : (
              <Empty title="Nothing matches">Try a shorter part of the name.</Empty>
            );
          const more = teams.hasNextPage ? () => void teams.fetchNextPage() : undefined;
          return (
            <Rows label="Workspaces" rows={rows} columns={COLUMNS} keyOf={({ id }) => id} more={more} height={60} />
          );
        }}
      </Answered>
      <NewWorkspace opened={isNew} close={creating.close} />
    </Page>
  );
}

const COLUMNS: readonly Column<Team>[] = [
  {
    heading: 'Workspace',
    width: 'minmax(0, 2fr)',
    cell: ({ id, name, owner }) => (
      <>
        <Anchor component={Link} to={`/operator/workspaces/${id}`} fw={560} c="inherit" truncate display="block">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" truncate>
          {owner.name || owner.email}
        </Text>
      </>
    ),
  },
  {
    heading: 'Plan',
    width: '130px',
    cell: ({ plan }) => <Text size="sm">{PLANS[plan]}</Text>,
  },
  {
    heading: 'Seats',
    width: '120px',
    cell: ({ seats_used, seat_limit }) => (
      <Text size="sm" className="numbers">
        {seats_used.toLocaleString()} of {seat_limit?.toLocaleString() ?? 'any'}
      </Text>
    ),
  },
  {
    heading: 'Trails',
    width: '90px',
    cell: ({ trails_enabled }) => <Text size="sm">{trails_enabled ? 'On' : 'Off'}</Text>,
  },
  { heading: 'Since', width: '130px', cell: ({ created_at }) => <Text size="sm">{onDay(created_at)}</Text> },
];

function NewWorkspace({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [owner, setOwner] = useState({ name: '', email: '' });
  const [plan, setPlan] = useState<Plan>('enterprise');
  const [seats, setSeats] = useState<number | string>('');
  const errors = useFormErrors(['name', 'owner.name', 'owner.email', 'seat_limit']);
  const creating = useChange(
    () => createTeam({ name: name.trim(), owner, plan, seat_limit: typeof seats === 'number' ? seats : null }),
    {
      onProblem: errors.onProblem,
      refresh: [['teams']],
      after: ({ id }) => {
        close();
        void navigate({ to: `/operator/workspaces/${id}` });
      },
    },
  );
  return (
    <Dialog opened={opened} onClose={close} title="New workspace">
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
            {...errors.field('name')}
            label="Name"
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            {...errors.field('owner.name')}
            label="The Owner's name"
            required
            value={owner.name}
            onChange={(event) => setOwner({ ...owner, name: event.currentTarget.value })}
          />
          <TextInput
            {...errors.field('owner.email')}
            label="The Owner's e-mail address"
            type="email"
            required
            value={owner.email}
            onChange={(event) => setOwner({ ...owner, email: event.currentTarget.value })}
          />
          <Select
            label="Plan"
            allowDeselect={false}
            value={plan}
            onChange={(value) => setPlan((value ?? 'enterprise') as Plan)}
            data={PLAN_OPTIONS}
          />
          <NumberInput
            {...errors.field('seat_limit')}
            label="Seats"
            description="Empty: as many as come."
            min={1}
            allowDecimal={false}
            value={seats}
            onChange={setSeats}
          />
          <FormProblem errors={errors} />
          <Group justify="flex-end">
            <Button type="submit" loading={creating.isPending}>
              Make workspace
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
