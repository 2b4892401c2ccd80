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
import { t } from '../../parts/texts/t.ts';
import { SetPeople } from './set-people.tsx';
import { SetTrails } from './set-trails.tsx';

export function SetPage() {
  const { setId = '' } = useParams({ strict: false });
  const { data: set } = useSuspenseQuery(trailSet(setId));
  const navigate = useNavigate();
  const deleting = useChange(() => deleteSet(set.id), {
    refresh: [['sets', 'list'], ['trails'], ['groups']],
    done: t('Deleted.'),
    after: () => void navigate({ to: '/write/sets' }),
  });
  return (
    <Page
      title={set.name}
      lead={set.description || t('A set of trails.')}
      crumbs={[{ label: t('Sets of trails'), to: '/write/sets' }]}
      actions={
        <Confirm
          label={t('Delete')}
          title={t('Delete {set}?', { set: set.name })}
          confirm={t('Delete the set')}
          onConfirm={() => deleting.mutateAsync(undefined)}
        >
          {t('The trails stay.')}{' '}
          {set.audience_count > 0 && t('The groups and people here lose the access that the set gives them.')}
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
      save: ({ changes, seen }) => changeSet(set.id, { ...changes, seen }),
      refresh: [['sets']],
    },
  );
  return (
    <Section title={t('Name and description')} hint={t('People see both on their home page.')}>
      <EditedForm
        form={form}
        what={t('the set')}
        labels={{ name: t('The name'), description: t('The description') }}
        buttons={
          <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
            {t('Save')}
          </Button>
        }
      >
        <TextInput label={t('Name')} required maxLength={120} {...form.text('name')} />
        <Textarea label={t('Description')} autosize minRows={2} {...form.text('description')} />
      </EditedForm>
    </Section>
  );
}
