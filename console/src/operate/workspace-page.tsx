// A workspace for operators: plan, seats, switches, domains. Never shows its content.

import '@mantine/core/styles/NumberInput.css';
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isBlank } from '../../../src/base/text.ts';
import { useChange } from '../api/change.ts';
import {
  anyTeam,
  changeAnyTeam,
  deleteTeam,
  type Team,
  takeDomainBack,
  teamDomains,
  verifyDomain,
} from '../api/service.ts';
import { Confirm } from '../parts/dialogs/confirm.tsx';
import { busy } from '../parts/forms/busy.ts';
import { EditedForm, useChanging } from '../parts/forms/edited-form.tsx';
import { Section } from '../parts/forms/section.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { PLAN_OPTIONS, PLANS } from '../parts/plans.ts';
import { inDigits } from '../parts/texts/digits.ts';
import { onDay } from '../parts/texts/formats.ts';
import { t } from '../parts/texts/t.ts';
import { OwnerLink } from './owner-link.tsx';

export function WorkspacePage() {
  const { teamId = '' } = useParams({ strict: false });
  const { data: team } = useSuspenseQuery(anyTeam(teamId));
  const navigate = useNavigate();
  const deleting = useChange(() => deleteTeam(team.id), {
    refresh: [['teams', 'pages']],
    done: t('Deleted.'),
    after: () => void navigate({ to: '/operator' }),
  });
  return (
    <Page
      title={team.name}
      lead={t('Owner {owner}, since {day}.', {
        owner: team.owner.name || team.owner.email,
        day: onDay(team.created_at),
      })}
      width="reading"
      crumbs={[{ label: t('Workspaces'), to: '/operator' }]}
      actions={
        <Confirm
          label={t('Delete')}
          title={t('Delete {team}?', { team: team.name })}
          confirm={t('Delete the workspace')}
          typed={team.name}
          onConfirm={() => deleting.mutateAsync(undefined)}
        >
          {t(
            'Its trails, groups, {seatsUsed, plural, one {# membership} other {# memberships}}, connections and keys are permanently deleted. Accounts and the audit log stay.',
            { seatsUsed: team.seats_used },
          )}
        </Confirm>
      }
    >
      <OwnerLink team={team} />
      <Contract key={team.id} team={team} />
      <Domains team={team} />
    </Page>
  );
}

function Contract({ team }: { readonly team: Team }) {
  const switching = useChange((trails_enabled: boolean) => changeAnyTeam(team.id, { trails_enabled }), {
    refresh: [['teams']],
    done: t('Saved.'),
  });
  return (
    <Section
      title={t('Plan and seats')}
      hint={t('If you set fewer seats than are taken, all members stay, but no one can be added.')}
    >
      <PlanAndSeats team={team} />
      <Switch
        label={t('Trails')}
        description={t(
          'If switched off, no one sees or edits trails here, in AI tools or through programs. Nothing is lost.',
        )}
        checked={team.trails_enabled}
        {...busy(switching.isPending)}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
    </Section>
  );
}

function PlanAndSeats({ team }: { readonly team: Team }) {
  const form = useChanging(
    { plan: team.plan, seat_limit: team.seat_limit },
    {
      names: ['plan', 'seat_limit'],
      save: ({ changes, seen }) => changeAnyTeam(team.id, { ...changes, seen }),
      refresh: [['teams']],
    },
  );
  const { value, set, errors } = form;
  return (
    <EditedForm
      form={form}
      what={t('plan or seats')}
      labels={{ plan: t('The plan'), seat_limit: t('The number of seats') }}
      shown={{ plan: (plan) => PLANS[plan], seat_limit: seatsOf }}
      buttons={
        <Button type="submit" disabled={!form.isDirty} loading={form.isSaving}>
          {t('Save')}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          {...errors.field('plan')}
          label={t('Plan')}
          allowDeselect={false}
          value={value.plan}
          onChange={(plan) => set({ plan: plan ?? value.plan })}
          data={PLAN_OPTIONS}
        />
        <NumberInput
          {...errors.field('seat_limit')}
          label={t('Seats')}
          description={t('{seatsUsed} taken. Leave empty for no limit.', { seatsUsed: team.seats_used })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          min={1}
          allowDecimal={false}
          value={value.seat_limit ?? ''}
          onChange={(seats) => set({ seat_limit: typeof seats === 'number' ? seats : null })}
        />
      </SimpleGrid>
    </EditedForm>
  );
}

const seatsOf = (seats: number | null): string => (seats === null ? t('no limit') : inDigits(seats));

function Domains({ team }: { readonly team: Team }) {
  const list = useQuery(teamDomains(team.id));
  const [domain, setDomain] = useState('');
  const refresh = [teamDomains(team.id).queryKey];
  const adding = useChange((name: string) => verifyDomain(team.id, name), {
    refresh,
    done: t('Added.'),
    after: () => setDomain(''),
  });
  const removing = useChange((name: string) => takeDomainBack(team.id, name), { refresh, done: t('Removed.') });
  return (
    <Section title={t('Verified domains')} hint={t('Add a domain after the workspace has proved that it owns it.')}>
      <Answered of={list} rows={2}>
        {({ items }) => (
          <Stack gap="xs">
            {items.length === 0 && <Text c="dimmed">{t('None yet.')}</Text>}
            {items.map((known) => (
              <Group key={known.domain} justify="space-between">
                <Text>{known.domain}</Text>
                <Confirm
                  label={t('Remove')}
                  title={t('Remove {domain}?', { domain: known.domain })}
                  confirm={t('Remove it')}
                  button={{ size: 'xs' }}
                  onConfirm={() => removing.mutateAsync(known.domain)}
                >
                  {t('It is no longer verified for {team}. Linked members stay.', { team: team.name })}
                </Confirm>
              </Group>
            ))}
          </Stack>
        )}
      </Answered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate(domain.trim());
        }}
      >
        <Group align="flex-end">
          <TextInput
            flex={1}
            label={t('Domain')}
            placeholder={t('acme.example')}
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={isBlank(domain)} loading={adding.isPending}>
            {t('Add')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
