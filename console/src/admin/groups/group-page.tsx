// A group: description, roles, managers, members, and Disconnect if it is synced.

import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import {
  changeGroupRoles,
  deleteGroup,
  disconnectGroup,
  type GroupPage as GroupDetail,
  groupPage,
  updateGroup,
} from '../../api/directory.ts';
import { canWrite, useSession } from '../../api/session.ts';
import { Confirm, typedFor } from '../../parts/dialogs/confirm.tsx';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Columns } from '../../parts/page/columns.tsx';
import { Page } from '../../parts/page/page.tsx';
import { joined } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { RolesEditor } from '../people/roles-editor.tsx';
import { GroupManagers } from './group-managers.tsx';
import { GroupPeople } from './group-people.tsx';
import { GroupPreview } from './group-preview.tsx';
import { GroupTrails } from './group-trails.tsx';

export function GroupPage() {
  const { groupId = '' } = useParams({ strict: false });
  const { data: group } = useSuspenseQuery(groupPage(groupId));
  const isAuthor = canWrite(useSession());
  return (
    <Page
      title={group.display_name}
      lead={
        group.source === null
          ? t('Managed in the service.')
          : t(
              'Synced from {source}: the identity provider manages its name and members, the service everything else.',
              { source: group.source.name },
            )
      }
      crumbs={[{ label: t('Groups'), to: '/admin/groups' }]}
      actions={<GroupActions group={group} />}
    >
      <Columns
        left={
          <>
            <Description key={group.id} group={group} />
            <GroupRoles group={group} />
            <GroupManagers group={group} />
          </>
        }
        right={
          <>
            <GroupPeople group={group} />
            {isAuthor && (
              <>
                <GroupTrails groupId={group.id} sets={group.gives.sets} />
                <GroupPreview groupId={group.id} />
              </>
            )}
          </>
        }
        hasTable
      />
    </Page>
  );
}

function GroupActions({ group }: { readonly group: GroupDetail }) {
  const navigate = useNavigate();
  const disconnecting = useChange(() => disconnectGroup(group.id), {
    refresh: [['groups']],
    done: t('It is managed in the service now.'),
  });
  const deleting = useChange(() => deleteGroup(group.id), {
    refresh: [['groups', 'list'], ['members']],
    done: t('Deleted.'),
    after: () => void navigate({ to: '/admin/groups' }),
  });
  if (group.source !== null)
    return (
      <Confirm
        key="disconnect"
        label={t('Disconnect')}
        title={t('Disconnect {group}?', { group: group.display_name })}
        confirm={t('Disconnect')}
        onConfirm={() => disconnecting.mutateAsync(undefined)}
      >
        {t(
          'The group is managed in the service from now on. It keeps its {memberCount, plural, one {# member} other {# members}} and {givesText}. Requests of {source} for it are answered 404 until it pushes the group again, which links it by name.',
          { memberCount: group.member_count, givesText: givesText(group), source: group.source.name },
        )}
      </Confirm>
    );
  return (
    <Confirm
      key="delete"
      label={t('Delete')}
      title={t('Delete {group}?', { group: group.display_name })}
      confirm={t('Delete the group')}
      typed={typedFor(group.member_count, group.display_name)}
      onConfirm={() => deleting.mutateAsync(undefined)}
    >
      {t(
        'The group is deleted with its {memberCount, plural, one {# membership} other {# memberships}}, roles and managers. Members lose the roles that it gave them. {endsText}',
        { memberCount: group.member_count, endsText: endsText(group.gives) },
      )}
    </Confirm>
  );
}

type Gives = GroupDetail['gives'];

const opened = ({ trails, sets }: Gives): string =>
  joined([
    ...(trails > 0 ? [t('{trails, plural, one {# trail} other {# trails}}', { trails })] : []),
    ...(sets > 0 ? [t('{sets, plural, one {# set of trails} other {# sets of trails}}', { sets })] : []),
  ]);

const givesText = ({ gives }: GroupDetail): string =>
  opened(gives) === '' ? t('its roles') : t('its roles, and its access to {opened}', { opened: opened(gives) });

/** What members lose if the group is deleted. */
const endsText = (gives: Gives): string =>
  gives.approves
    ? t('{endsAccess} Every publisher can approve trails then, because this is the group that approves.', {
        endsAccess: endsOfAccess(gives),
      })
    : endsOfAccess(gives);

function endsOfAccess(gives: Gives): string {
  if (opened(gives) === '') return t('No trail is open to it.');
  return gives.edits > 0
    ? t('They also lose its access to {opened}, and can no longer edit {edits, plural, one {one} other {#}} of them.', {
        opened: opened(gives),
        edits: gives.edits,
      })
    : t('They also lose its access to {opened}.', { opened: opened(gives) });
}

function Description({ group }: { readonly group: GroupDetail }) {
  const form = useChanging(
    { description: group.description },
    {
      names: ['description'],
      save: ({ changes, seen }) => updateGroup(group.id, { ...changes, seen }),
      refresh: [['groups']],
    },
  );
  return (
    <Section title={t('Description')} hint={t('Kept when the group is synced.')}>
      <EditedForm
        form={form}
        what={t('the description')}
        labels={{ description: t('The description') }}
        buttons={
          <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
            {t('Save description')}
          </Button>
        }
      >
        <Textarea aria-label={t('Description')} autosize minRows={2} {...form.text('description')} />
      </EditedForm>
    </Section>
  );
}

/** Directory sync took the group over. Until an admin decides, no member holds the role Admin through it. */
function WaitingAdmin({ group }: { readonly group: GroupDetail }) {
  const deciding = useChange((add: 'admin'[]) => changeGroupRoles(group.id, { add }), {
    refresh: [['groups'], ['members']],
    done: t('Saved.'),
  });
  if (!group.admin_waits) return null;
  return (
    <Alert color="yellow" variant="light" title={t('The role Admin waits for you')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'Directory sync took over this group, which had the role Admin. Check the members, then decide whether they become admins.',
          )}
        </Text>
        <Group>
          <Button loading={deciding.isPending} onClick={() => deciding.mutate(['admin'])}>
            {t('Confirm the role Admin')}
          </Button>
          <Button variant="default" disabled={deciding.isPending} onClick={() => deciding.mutate([])}>
            {t('Leave it out')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function GroupRoles({ group }: { readonly group: GroupDetail }) {
  return (
    <Section
      title={t('Roles')}
      hint={t('Every active member ({activeCount} now) has these roles until they leave the group.', {
        activeCount: group.active_count,
      })}
    >
      <WaitingAdmin group={group} />
      <RolesEditor
        label={t('Every member holds')}
        held={group.roles}
        save={(change) => changeGroupRoles(group.id, change)}
        refresh={[['groups'], ['members']]}
      />
    </Section>
  );
}
