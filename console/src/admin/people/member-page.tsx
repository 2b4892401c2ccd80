// A person: profile, access, sessions, activity. The tab is in the URL.
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PERSON } from '../../addresses.ts';
import { useChange } from '../../api/change.ts';
import {
  deactivateMember,
  memberPage,
  type MemberPage as Person,
  reactivateMember,
  removeMember,
} from '../../api/directory.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { useAddress, valueIn } from '../../parts/page/address.ts';
import { Page } from '../../parts/page/page.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Status } from '../../parts/page/status.tsx';
import { TabRow } from '../../parts/page/tab-row.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { PersonAccess } from './person-access.tsx';
import { PersonActivity } from './person-activity.tsx';
import { PersonProfile } from './person-profile.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { PersonTrails } from './person-trails.tsx';
import { RoleBadges } from './role-badges.tsx';

export function MemberPage() {
  const { userId = '' } = useParams({ strict: false });
  const { data: person } = useSuspenseQuery(memberPage(userId));
  const [{ tab }, go] = useAddress(PERSON);
  const isOwner = person.roles.includes('owner');
  return (
    <Page
      title={person.name || person.email || 'Unnamed'}
      mark={<PersonAvatar id={person.user_id} name={person.name || person.email || '?'} size={44} />}
      lead={
        <Group gap="sm" component="span">
          <span>{person.email ?? 'No email address yet'}</span>
          <Status tone={person.status === 'active' ? 'fine' : 'quiet'}>
            {person.status === 'active' ? 'Active' : 'Deprovisioned'}
          </Status>
          <RoleBadges roles={person.roles} />
        </Group>
      }
      crumbs={[{ label: 'Members', to: '/admin/members' }]}
      actions={!isOwner && person.source === null && <Membership person={person} />}
    >
      <MemberState person={person} isOwner={isOwner} />
      <Tabs value={tab} onChange={(next) => go({ tab: valueIn(PERSON.tab, next) }, { push: true })} keepMounted={false}>
        <TabRow open={tab} mb="md">
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="access">Access</Tabs.Tab>
          <Tabs.Tab value="trails">Trails</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions and apps</Tabs.Tab>
          <Tabs.Tab value="activity">Activity</Tabs.Tab>
        </TabRow>
        <Tabs.Panel value="profile">
          <Stack>
            <PersonProfile person={person} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="access">
          <Stack>
            <PersonAccess person={person} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="trails">
          <PersonTrails userId={person.user_id} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <Stack>
            <PersonSessions person={person} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Stack>
            <PersonActivity person={person} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function MemberState({ person, isOwner }: { readonly person: Person; readonly isOwner: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      {person.source === null ? 'Managed in the service' : `Managed by the connection ${person.source.name}`}, joined{' '}
      <Instant at={person.joined_at} />
      {person.deprovisioned_at !== null && (
        <>
          , deprovisioned <Instant at={person.deprovisioned_at} />
        </>
      )}
      .{' '}
      {person.email === null &&
        person.source !== null &&
        `Without an email address, no one can sign in as this person. Map it in ${person.source.name}.`}
      {person.left_in.length > 0 &&
        `${person.left_in.map(({ name }) => name).join(' and ')} deactivated or deleted this person. The membership stays, because
        it is managed ${person.source === null ? 'in the service' : `by ${person.source.name}`}: end it there if the
        person has left. `}
      {isOwner && 'Directory sync never changes the Owner. Ownership moves only by transfer.'}
    </Text>
  );
}

function Membership({ person }: { readonly person: Person }) {
  const whom = person.name || person.email || 'this person';
  const navigate = useNavigate();
  const refresh = [['members'], ['workspace']];
  const deactivating = useChange(() => deactivateMember(person.user_id), { refresh, done: 'Deactivated.' });
  const reactivating = useChange(() => reactivateMember(person.user_id), { refresh, done: 'Active again.' });
  const removing = useChange(() => removeMember(person.user_id), {
    refresh: [['members', 'list'], ['workspace']],
    done: 'Removed.',
    after: () => void navigate({ to: '/admin/members' }),
  });
  return (
    <>
      {person.status === 'active' ? (
        <Confirm
          label="Deactivate"
          title={`Deactivate ${whom}?`}
          confirm="Deactivate"
          onConfirm={() => deactivating.mutateAsync(undefined)}
        >
          The membership and its seat are released, active sessions end, command-line and desktop tokens are revoked.
          The person is listed as deprovisioned; account, roles and history are kept.
        </Confirm>
      ) : (
        <Button variant="default" loading={reactivating.isPending} onClick={() => reactivating.mutate(undefined)}>
          Reactivate
        </Button>
      )}
      <Confirm
        label="Remove"
        title={`Remove ${whom}?`}
        confirm="Remove"
        onConfirm={() => removing.mutateAsync(undefined)}
      >
        The person leaves the member list and all groups, and the seat is released. Account and history are kept.
      </Confirm>
    </>
  );
}
