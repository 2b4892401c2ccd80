// One person: roles and where each comes from, the chart around the person, and what can be done to the membership.
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useChange } from '../api/change.ts';
import {
  changeMemberRoles,
  createSignInLink,
  deactivateMember,
  type GrantableRole,
  memberPage,
  type MemberPage as Person,
  reactivateMember,
  removeMember,
  reportsOf,
} from '../api/directory.ts';
import { useSession } from '../api/session.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ShownOnce } from '../parts/copy-field.tsx';
import { Instant } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { RolesEditor } from './roles-editor.tsx';

export function MemberPage() {
  const { userId = '' } = useParams({ strict: false }) as { userId?: string };
  const { data: person } = useSuspenseQuery(memberPage(userId));
  const isOwner = person.roles.includes('owner');
  return (
    <Page
      title={person.name || person.email || 'Unnamed'}
      lead={person.email ?? 'No e-mail address yet'}
      width="reading"
      above={
        <Group gap="sm">
          <Anchor component={Link} to="/admin/members" size="sm">
            All members
          </Anchor>
          <Badge variant={person.status === 'active' ? 'filled' : 'default'} tt="none">
            {person.status === 'active' ? 'Active' : 'Deprovisioned'}
          </Badge>
        </Group>
      }
      actions={!isOwner && person.source === null && <Membership person={person} />}
    >
      <Text>
        {person.source === null ? 'Managed in the service' : `Managed by the connection ${person.source.name}`}, member
        since <Instant at={person.joined_at} />
        {person.deprovisioned_at !== null && (
          <>
            , deprovisioned <Instant at={person.deprovisioned_at} />
          </>
        )}
        .
      </Text>
      {person.left_in.length > 0 && (
        <Text c="dimmed">
          {person.left_in.map(({ name }) => name).join(' and ')} deactivated this person. The membership stays, because
          it is managed {person.source === null ? 'in the service' : `by ${person.source.name}`}: end it there if the
          person has left.
        </Text>
      )}
      {isOwner && (
        <Text c="dimmed">The Owner is never changed by directory sync; ownership moves only by transfer.</Text>
      )}
      <Roles person={person} />
      <Chart person={person} />
      {person.status === 'active' && <SignInLink person={person} />}
    </Page>
  );
}

function Membership({ person }: { readonly person: Person }) {
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
          title={`Deactivate ${person.name}?`}
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
        title={`Remove ${person.name}?`}
        confirm="Remove"
        onConfirm={() => removing.mutateAsync(undefined)}
      >
        The person leaves the directory view, the groups and the seat. Account and historical data are retained.
      </Confirm>
    </>
  );
}

function Roles({ person }: { readonly person: Person }) {
  const direct = person.held_roles.filter(({ group_id, role }) => group_id === null && role !== 'owner');
  const throughGroups = person.held_roles.filter(({ group_id }) => group_id !== null);
  return (
    <Section title="Roles" hint="Roles stack: those held directly, and those held through groups.">
      <RolesEditor
        label="Held directly"
        held={direct.map(({ role }) => role as GrantableRole)}
        save={(change) => changeMemberRoles(person.user_id, change)}
        refresh={[['members']]}
      />
      {throughGroups.map(({ role, group_id, group_name }) => (
        <Text key={`${role} ${group_id}`} size="sm">
          {ROLE_NAMES[role]} through{' '}
          <Anchor component={Link} to={`/admin/groups/${group_id}`}>
            {group_name}
          </Anchor>
          : ends on leaving the group.
        </Text>
      ))}
      {person.held_roles.some(({ origin }) => origin === 'sync') && (
        <Text size="sm" c="dimmed">
          The Manager role was granted by directory sync. Taken away here, it is not granted again while the reports
          remain.
        </Text>
      )}
    </Section>
  );
}

function Chart({ person }: { readonly person: Person }) {
  const reports = useQuery({ ...reportsOf(person.user_id), enabled: person.report_count > 0 });
  if (person.managers_above.length === 0 && person.report_count === 0) return null;
  return (
    <Section title="Reporting chart" hint="As the identity provider tells it.">
      {person.managers_above.length > 0 && (
        <Text>Reports to {person.managers_above.map(({ name }) => name).join(', who reports to ')}.</Text>
      )}
      <Stack gap={4}>
        {(reports.data?.items ?? []).map(({ user_id, name }) => (
          <Anchor key={user_id} component={Link} to={`/admin/members/${user_id}`}>
            {name}
          </Anchor>
        ))}
      </Stack>
    </Section>
  );
}

function SignInLink({ person }: { readonly person: Person }) {
  const session = useSession();
  const making = useChange(() => createSignInLink(person.user_id));
  if (person.user_id === session.person.id) return null;
  return (
    <Section
      title="Sign-in link"
      hint="For a first sign-in, or a forgotten password. It is good once, for a quarter of an hour."
    >
      {making.data === undefined ? (
        <Group>
          <Button variant="default" loading={making.isPending} onClick={() => making.mutate(undefined)}>
            Make a sign-in link
          </Button>
        </Group>
      ) : (
        <ShownOnce label="Sign-in link" secret={making.data.url} />
      )}
    </Section>
  );
}
