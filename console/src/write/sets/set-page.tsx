// A set of trails: its name, its trails in order, and its audience.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { changeSet, deleteSet, type TrailSetPage, trailSet } from '../../api/sets.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Page } from '../../parts/page/page.tsx';
import { SetPeople } from './set-people.tsx';
import { SetTrails } from './set-trails.tsx';

export function SetPage() {
  const { setId = '' } = useParams({ strict: false });
  const { data: set } = useSuspenseQuery(trailSet(setId));
  const navigate = useNavigate();
  const deleting = useChange(() => deleteSet(set.id), {
    refresh: [['sets', 'list'], ['trails'], ['groups']],
    done: 'Deleted.',
    after: () => void navigate({ to: '/write/sets' }),
  });
  return (
    <Page
      title={set.name}
      lead={set.description || 'A set of trails.'}
      crumbs={[{ label: 'Sets of trails', to: '/write/sets' }]}
      actions={
        <Confirm
          label="Delete"
          title={`Delete ${set.name}?`}
          confirm="Delete the set"
          onConfirm={() => deleting.mutateAsync(undefined)}
        >
          The trails stay.{' '}
          {set.audience_count > 0 && 'The groups and people here lose the access that the set gives them.'}
        </Confirm>
      }
    >
      <SetTrails set={set} />
      <SetPeople set={set} />
      <Words key={set.id} set={set} />
    </Page>
  );
}

function Words({ set }: { readonly set: TrailSetPage }) {
  const form = useChanging(
    { name: set.name, description: set.description },
    {
      names: ['name', 'description'],
      save: ({ changes }) => changeSet(set.id, changes),
      refresh: [['sets']],
    },
  );
  return (
    <Section title="Name and description" hint="People see both on their home page.">
      <EditedForm
        form={form}
        what="the set"
        labels={{ name: 'The name', description: 'The description' }}
        buttons={
          <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
            Save
          </Button>
        }
      >
        <TextInput label="Name" required maxLength={120} {...form.text('name')} />
        <Textarea label="Description" autosize minRows={2} {...form.text('description')} />
      </EditedForm>
    </Section>
  );
}
