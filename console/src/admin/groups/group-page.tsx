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
import { counted } from '../../parts/texts/counted.ts';
import { inDigits } from '../../parts/texts/digits.ts';
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
          ? 'Managed in the service.'
          : `Synced from ${group.source.name}: the identity provider manages its name and members, the service everything else.`
      }
      crumbs={[{ label: 'Groups', to: '/admin/groups' }]}
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
                <GroupTrails groupId={group.id} />
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
    done: 'It is managed in the service now.',
  });
  const deleting = useChange(() => deleteGroup(group.id), {
    refresh: [['groups', 'list'], ['members']],
    done: 'Deleted.',
    after: () => void navigate({ to: '/admin/groups' }),
  });
  if (group.source !== null)
    return (
      <Confirm
        key="disconnect"
        label="Disconnect"
        title={`Disconnect ${group.display_name}?`}
        confirm="Disconnect"
        onConfirm={() => disconnecting.mutateAsync(undefined)}
      >
        The group is managed in the service from now on. It keeps its {counted(group.member_count, 'member')} and{' '}
        {givesText(group)}. Requests of {group.source.name} for it are answered 404 until it pushes the group again,
        which links it by name.
      </Confirm>
    );
  return (
    <Confirm
      key="delete"
      label="Delete"
      title={`Delete ${group.display_name}?`}
      confirm="Delete the group"
      typed={typedFor(group.member_count, group.display_name)}
      onConfirm={() => deleting.mutateAsync(undefined)}
    >
      The group is deleted with its {counted(group.member_count, 'membership')}, roles and managers. Members lose the
      roles that it gave them. {endsText(group.gives)}
    </Confirm>
  );
}

type Gives = GroupDetail['gives'];

const opened = ({ trails, sets }: Gives): string =>
  [
    ...(trails > 0 ? [counted(trails, 'trail')] : []),
    ...(sets > 0 ? [counted(sets, 'set of trails', 'sets of trails')] : []),
  ].join(' and ');

const givesText = ({ gives }: GroupDetail): string =>
  opened(gives) === '' ? 'its roles' : `its roles, and its access to ${opened(gives)}`;

/** What members lose if the group is deleted. */
function endsText(gives: Gives): string {
  if (opened(gives) === '') return 'No trail is open to it.';
  const edits =
    gives.edits > 0
      ? `, and can no longer edit ${gives.edits === 1 ? 'one of them' : counted(gives.edits, 'of them', 'of them')}`
      : '';
  return `They also lose its access to ${opened(gives)}${edits}.`;
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
    <Section title="Description" hint="Kept when the group is synced.">
      <EditedForm
        form={form}
        what="the description"
        labels={{ description: 'The description' }}
        buttons={
          <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
            Save description
          </Button>
        }
      >
        <Textarea aria-label="Description" autosize minRows={2} {...form.text('description')} />
      </EditedForm>
    </Section>
  );
}

/** Directory sync took the group over. Until an admin decides, no member holds the role Admin through it. */
function WaitingAdmin({ group }: { readonly group: GroupDetail }) {
  const deciding = useChange((add: 'admin'[]) => changeGroupRoles(group.id, { add }), {
    refresh: [['groups'], ['members']],
    done: 'Saved.',
  });
  if (!group.admin_waits) return null;
  return (
    <Alert color="yellow" variant="light" title="The role Admin waits for you">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Directory sync took over this group, which had the role Admin. Check the members, then decide whether they
          become admins.
        </Text>
        <Group>
          <Button loading={deciding.isPending} onClick={() => deciding.mutate(['admin'])}>
            Confirm the role Admin
          </Button>
          <Button variant="default" disabled={deciding.isPending} onClick={() => deciding.mutate([])}>
            Leave it out
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function GroupRoles({ group }: { readonly group: GroupDetail }) {
  return (
    <Section
      title="Roles"
      hint={`Every active member (${inDigits(group.active_count)} now) has these roles until they leave the group.`}
    >
      <WaitingAdmin group={group} />
      <RolesEditor
        label="Every member holds"
        held={group.roles}
        save={(change) => changeGroupRoles(group.id, change)}
        refresh={[['groups'], ['members']]}
      />
    </Section>
  );
}
