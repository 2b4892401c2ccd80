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
import { listed } from '../../parts/texts/listed.ts';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
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
      title={person.name || person.email || t('Unnamed')}
      mark={<PersonAvatar id={person.user_id} name={person.name || person.email || '?'} size={44} />}
      lead={
        <Group gap="sm" component="span">
          <span>{person.email ?? t('No email address yet')}</span>
          <Status tone={person.status === 'active' ? 'fine' : 'quiet'}>
            {person.status === 'active' ? t('Active') : t('Deprovisioned')}
          </Status>
          <RoleBadges roles={person.roles} />
        </Group>
      }
      crumbs={[{ label: t('Members'), to: '/admin/members' }]}
      actions={!isOwner && person.source === null && <Membership person={person} />}
    >
      <MemberState person={person} isOwner={isOwner} />
      <Tabs value={tab} onChange={(next) => go({ tab: valueIn(PERSON.tab, next) }, { push: true })} keepMounted={false}>
        <TabRow open={tab} mb="md">
          <Tabs.Tab value="profile">{t('Profile')}</Tabs.Tab>
          <Tabs.Tab value="access">{t('Access')}</Tabs.Tab>
          <Tabs.Tab value="trails">{t('Trails')}</Tabs.Tab>
          <Tabs.Tab value="sessions">{t('Sessions and apps')}</Tabs.Tab>
          <Tabs.Tab value="activity">{t('Activity')}</Tabs.Tab>
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
      {person.source === null
        ? rich('Managed in the service, joined {when}.', { when: <Instant at={person.joined_at} /> })
        : rich('Managed by the connection {source}, joined {when}.', {
            source: person.source.name,
            when: <Instant at={person.joined_at} />,
          })}{' '}
      {person.deprovisioned_at !== null &&
        rich('Deprovisioned {when}.', { when: <Instant at={person.deprovisioned_at} /> })}{' '}
      {person.email === null &&
        person.source !== null &&
        t('Without an email address, no one can sign in as this person. Map it in {source}.', {
          source: person.source.name,
        })}
      {person.left_in.length > 0 &&
        (person.source === null
          ? t(
              '{leftIn} deactivated or deleted this person. The membership stays, because it is managed in the service: end it there if the person has left.',
              { leftIn: listed(person.left_in.map(({ name }) => name)) },
            )
          : t(
              '{leftIn} deactivated or deleted this person. The membership stays, because it is managed by {source}: end it there if the person has left.',
              { leftIn: listed(person.left_in.map(({ name }) => name)), source: person.source.name },
            ))}{' '}
      {isOwner && t('Directory sync never changes the Owner. Ownership moves only by transfer.')}
    </Text>
  );
}

function Membership({ person }: { readonly person: Person }) {
  const whom = person.name || person.email || t('this person');
  const navigate = useNavigate();
  const refresh = [['members'], ['workspace']];
  const deactivating = useChange(() => deactivateMember(person.user_id), { refresh, done: t('Deactivated.') });
  const reactivating = useChange(() => reactivateMember(person.user_id), { refresh, done: t('Active again.') });
  const removing = useChange(() => removeMember(person.user_id), {
    refresh: [['members', 'list'], ['workspace']],
    done: t('Removed.'),
    after: () => void navigate({ to: '/admin/members' }),
  });
  return (
    <>
      {person.status === 'active' ? (
        <Confirm
          label={t('Deactivate')}
          title={t('Deactivate {whom}?', { whom })}
          confirm={t('Deactivate')}
          onConfirm={() => deactivating.mutateAsync(undefined)}
        >
          {t(
            'The membership and its seat are released, active sessions end, command-line and desktop tokens are revoked. The person is listed as deprovisioned; account, roles and history are kept.',
          )}
        </Confirm>
      ) : (
        <Button variant="default" loading={reactivating.isPending} onClick={() => reactivating.mutate(undefined)}>
          {t('Reactivate')}
        </Button>
      )}
      <Confirm
        label={t('Remove')}
        title={t('Remove {whom}?', { whom })}
        confirm={t('Remove')}
        onConfirm={() => removing.mutateAsync(undefined)}
      >
        {t('The person leaves the member list and all groups, and the seat is released. Account and history are kept.')}
      </Confirm>
    </>
  );
}
