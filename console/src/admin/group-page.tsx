// One group: description, roles, the people who look after it, members; Disconnect where it is synced.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useChange } from '../api/change.ts';
import {
  changeGroupRoles,
  deleteGroup,
  disconnectGroup,
  type GroupPage as GroupDetail,
  groupPage,
  updateGroup,
} from '../api/directory.ts';
import { ChangedElsewhere } from '../parts/changed-elsewhere.tsx';
import { Columns } from '../parts/columns.tsx';
import { Confirm, typedFor } from '../parts/confirm.tsx';
import { counted } from '../parts/counted.ts';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useEdited } from '../parts/use-edited.ts';
import { GroupManagers } from './group-managers.tsx';
import { GroupPeople } from './group-people.tsx';
import { RolesEditor } from './roles-editor.tsx';

export function GroupPage() {
  const { groupId = '' } = useParams({ strict: false }) as { groupId?: string };
  const { data: group } = useSuspenseQuery(groupPage(groupId));
  return (
    <Page
      title={group.display_name}
      lead={
        group.source === null
          ? 'Managed in the service.'
          : `Synced from ${group.source.name}: the identity provider owns name and members, the service all else.`
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
        right={<GroupPeople group={group} />}
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
        The group is managed in the service from now on, with its {counted(group.member_count, 'member')} intact.
        Requests of {group.source.name} for it are answered 404 until it pushes the group again, which links it by name.
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
      The group is deleted with its {counted(group.member_count, 'membership')}, roles and managers. Roles that members
      held through it end.
    </Confirm>
  );
}

function Description({ group }: { readonly group: GroupDetail }) {
  const edited = useEdited({ description: group.description });
  const errors = useFormErrors(['description']);
  const { value, set, isDirty, changes, seen, saved } = edited;
  const saving = useChange((sent: typeof changes) => updateGroup(group.id, { ...sent, seen }).then(() => sent), {
    refresh: [['groups']],
    done: 'Saved.',
    onProblem: (problem) => edited.shows(problem) || errors.onProblem(problem),
    after: saved,
  });
  return (
    <Section title="Description" hint="Stays when the group is synced.">
      <UnsavedGuard isDirty={isDirty && !saving.isPending} what="the description" />
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          saving.mutate(changes);
        }}
      >
        <Stack gap="sm">
          <Textarea
            {...errors.field('description')}
            aria-label="Description"
            autosize
            minRows={2}
            value={value.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <ChangedElsewhere edited={edited} labels={{ description: 'The description' }}>
            <FormProblem errors={errors} />
            <Group>
              <Button type="submit" variant="default" disabled={!isDirty} loading={saving.isPending}>
                Save description
              </Button>
            </Group>
          </ChangedElsewhere>
        </Stack>
      </form>
    </Section>
  );
}

function GroupRoles({ group }: { readonly group: GroupDetail }) {
  return (
    <Section
      title="Roles"
      hint={`Held by every active member, ${group.active_count.toLocaleString()} now, and ending on leaving the group.`}
    >
      <RolesEditor
        label="Every member holds"
        held={group.roles}
        save={(change) => changeGroupRoles(group.id, change)}
        refresh={[['groups'], ['members']]}
      />
    </Section>
  );
}
