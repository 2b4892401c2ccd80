// The workspace: name, plan and seats, domains, switches, single sign-on, ownership.
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { memberPage } from '../api/directory.ts';
import { isOwner, sessionQuery, useSession } from '../api/session.ts';
import {
  changeWorkspace,
  domains,
  removeDomain,
  transferOwnership,
  type Workspace,
  workspace,
} from '../api/workspace.ts';
import { Confirm } from '../parts/confirm.tsx';
import { onDay } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Answered } from '../parts/states.tsx';
import { PublishingRules } from '../write/publishing-rules.tsx';
import { PersonPicker } from './person-picker.tsx';
import { PLANS } from './plans.ts';
import { SingleSignOn } from './single-sign-on.tsx';

export function WorkspacePage() {
  const session = useSession();
  const { data: team } = useSuspenseQuery(workspace);
  return (
    <Page title="Workspace" lead="Settings that hold for everybody in it." width="reading">
      <General team={team} />
      <PublishingRules />
      <Domains />
      <SingleSignOn />
      {isOwner(session) && <Ownership team={team} />}
    </Page>
  );
}

function General({ team }: { readonly team: Workspace }) {
  const [name, setName] = useState(team.name);
  const changing = useChange(changeWorkspace, { refresh: [workspace.queryKey, sessionQuery.queryKey], done: 'Saved.' });
  return (
    <Section title="General" hint="Plan and seats are contracted with whoever runs the service.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          changing.mutate({ name: name.trim() });
        }}
      >
        <Group align="flex-end">
          <TextInput flex={1} label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Button type="submit" variant="default" disabled={name.trim() === '' || name.trim() === team.name}>
            Rename
          </Button>
        </Group>
      </form>
      <Text>
        {PLANS[team.plan]} plan, {team.seats_used} {team.seat_limit === null ? '' : `of ${team.seat_limit} `}seats
        taken.
      </Text>
      <Switch
        label="Trails"
        description="Switched off, nobody sees or writes trails, and the API answers feature-not-enabled. Nothing is lost."
        checked={team.trails_enabled}
        onChange={(event) => changing.mutate({ trails_enabled: event.currentTarget.checked })}
      />
    </Section>
  );
}

function Domains() {
  const list = useQuery(domains);
  const removing = useChange(removeDomain, { refresh: [domains.queryKey], done: 'Taken back.' });
  return (
    <Section
      title="Verified domains"
      hint="Directory sync and single sign-on may link existing accounts with addresses of these domains. Whoever runs the service verifies them."
    >
      <Answered of={list} rows={2}>
        {({ items }) => (
          <Stack gap="xs">
            {items.length === 0 && <Text c="dimmed">None yet.</Text>}
            {items.map(({ domain, verified_at }) => (
              <Group key={domain} justify="space-between">
                <Text>
                  {domain}{' '}
                  <Text span c="dimmed" size="sm">
                    since {onDay(verified_at)}
                  </Text>
                </Text>
                <Confirm
                  label="Take back"
                  title={`Take ${domain} back?`}
                  confirm="Take it back"
                  button={{ size: 'xs' }}
                  onConfirm={() => removing.mutateAsync(domain)}
                >
                  Accounts with addresses of {domain} are no longer linked to this workspace by sync. Members who are
                  linked already stay.
                </Confirm>
              </Group>
            ))}
          </Stack>
        )}
      </Answered>
    </Section>
  );
}

function Ownership({ team }: { readonly team: Workspace }) {
  const [chosen, choose] = useState<string | null>(null);
  const next = useQuery({ ...memberPage(chosen ?? ''), enabled: chosen !== null }).data;
  const moving = useChange((id: string) => transferOwnership(id), {
    refresh: [workspace.queryKey, sessionQuery.queryKey, ['members']],
    done: 'The workspace has another Owner. You are an admin of it.',
  });
  return (
    <Section title="Ownership" hint="Moves only here. Directory sync never changes the Owner.">
      <Group align="flex-end">
        <PersonPicker label="The next Owner" value={chosen} onChange={choose} />
        {next !== undefined && next.user_id !== team.owner.id && (
          <Confirm
            label="Transfer ownership"
            title={`Give the workspace to ${next.name || next.email}?`}
            confirm="Transfer"
            onConfirm={() => moving.mutateAsync(next.user_id)}
          >
            {next.name || next.email} becomes the Owner of {team.name}. You stay as an admin, and cannot take it back
            yourself.
          </Confirm>
        )}
      </Group>
    </Section>
  );
}
