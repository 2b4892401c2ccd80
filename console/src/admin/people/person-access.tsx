// A person's permissions and their origin: direct roles, groups, and the link for a first sign-in.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import {
  changeMemberRoles,
  createSignInLink,
  type Group as DirectoryGroup,
  type MemberPage,
  sourceName,
} from '../../api/directory.ts';
import { personGroups } from '../../api/person.ts';
import { useSession } from '../../api/session.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Columns } from '../../parts/page/columns.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Copied, KEPT_AS_LINK, ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';
import { RolesEditor } from './roles-editor.tsx';

export function PersonAccess({ person }: { readonly person: MemberPage }) {
  return (
    <Columns
      left={<Roles person={person} />}
      right={
        <>
          <Groups person={person} />
          {person.status === 'active' && <SignInLink person={person} />}
        </>
      }
    />
  );
}

function Roles({ person }: { readonly person: MemberPage }) {
  const direct = person.held_roles.flatMap(({ group_id, role }) =>
    group_id === null && role !== 'owner' ? [role] : [],
  );
  const throughGroups = person.held_roles.flatMap(({ role, group_id, group_name }) =>
    group_id === null ? [] : [{ role, groupId: group_id, groupName: group_name }],
  );
  return (
    <Section title={t('Roles')} hint={t('A person has the roles given directly and those of their groups.')}>
      <RolesEditor
        label={t('Held directly')}
        held={direct}
        save={(change) => changeMemberRoles(person.user_id, change)}
        refresh={[['members']]}
      />
      {throughGroups.map(({ role, groupId, groupName }) => (
        <Text key={`${role} ${groupId}`} size="sm">
          {rich('{roleNames} through <a>{groupName}</a>: ends when they leave the group.', {
            roleNames: ROLE_NAMES[role],
            a: (text) => (
              <PageAnchor to="/admin/groups/$groupId" params={{ groupId }}>
                {text}
              </PageAnchor>
            ),
            groupName,
          })}
        </Text>
      ))}
      {person.held_roles.some(({ origin }) => origin === 'sync') && (
        <Text size="sm" c="dimmed">
          {t(
            'Directory sync granted the Manager role. If you remove it, it is not granted again while they still have reports.',
          )}
        </Text>
      )}
    </Section>
  );
}

function Groups({ person }: { readonly person: MemberPage }) {
  const groups = useInfiniteQuery(personGroups(person.user_id));
  return (
    <Section title={t('Groups')} hint={t('Manage members of synced groups in the identity provider.')}>
      <Answered of={groups} rows={3}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Text c="dimmed">{t('Not in any group yet.')}</Text>;
          return (
            <Stack gap={10}>
              {items.map((group) => (
                <GroupLine key={group.id} group={group} />
              ))}
              {groups.hasNextPage && (
                <Group>
                  <Button variant="default" loading={groups.isFetching} onClick={() => void groups.fetchNextPage()}>
                    {t('Show more groups')}
                  </Button>
                </Group>
              )}
            </Stack>
          );
        }}
      </Answered>
    </Section>
  );
}

function GroupLine({ group }: { readonly group: DirectoryGroup }) {
  const roles = group.roles.map((role) => ROLE_NAMES[role]).join(', ');
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <PageAnchor to="/admin/groups/$groupId" params={{ groupId: group.id }} dir="auto" truncate>
        {group.display_name}
      </PageAnchor>
      <Text size="sm" c="dimmed" ta="end">
        {roles === ''
          ? sourceName(group.source)
          : t('{source}, gives {roles}', { source: sourceName(group.source), roles })}
      </Text>
    </Group>
  );
}

function SignInLink({ person }: { readonly person: MemberPage }) {
  const session = useSession();
  const making = useChange(() => createSignInLink(person.user_id));
  if (person.user_id === session.person.id) return null;
  return (
    <Section
      title={t('Sign-in link')}
      hint={t('For a first sign-in or a forgotten password. It works once, within 15 minutes.')}
    >
      {making.data === undefined ? (
        <Group>
          <Button variant="default" loading={making.isPending} onClick={() => making.mutate(undefined)}>
            {t('Make a sign-in link')}
          </Button>
        </Group>
      ) : (
        <Copied onLeave={making.reset}>
          <ShownOnce label={t('Sign-in link')} secret={making.data.url} kept={KEPT_AS_LINK} />
        </Copied>
      )}
    </Section>
  );
}
