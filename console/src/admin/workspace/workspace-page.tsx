// The workspace: name, plan and seats, domains, switches, single sign-on, ownership.

import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { memberPage } from '../../api/directory.ts';
import { isOwner, sessionQuery, useSession } from '../../api/session.ts';
import { changeWorkspace, transferOwnership, type Workspace, workspace } from '../../api/workspace.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { busy } from '../../parts/forms/busy.ts';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { LanguageSelect } from '../../parts/forms/language-select.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Columns } from '../../parts/page/columns.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Unanswered } from '../../parts/page/states.tsx';
import { PLANS } from '../../parts/plans.ts';
import { languages } from '../../parts/texts/choose-language.ts';
import { t } from '../../parts/texts/t.ts';
import { CatalogRules } from '../../write/publishing/catalog-rules.tsx';
import { DeletedTrails } from '../../write/publishing/deleted-trails.tsx';
import { SafetyRules } from '../../write/publishing/safety-rules.tsx';
import { PersonPicker } from '../person-picker.tsx';
import { CompanyPlugin } from './company-plugin.tsx';
import { Domains } from './domains.tsx';
import { Sharing } from './sharing.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

export function WorkspacePage() {
  const session = useSession();
  const { data: team } = useSuspenseQuery(workspace);
  return (
    <Page title={t('Settings')} lead={t('Settings for everyone in the workspace.')}>
      <Columns
        left={
          <>
            <General team={team} />
            <CatalogRules />
            <SafetyRules />
            <DeletedTrails />
            <Domains />
          </>
        }
        right={
          <>
            <SingleSignOn />
            <CompanyPlugin />
            <Sharing />
            {isOwner(session) && <Ownership team={team} />}
          </>
        }
      />
    </Page>
  );
}

const REFRESH = [workspace.queryKey, sessionQuery.queryKey];

function General({ team }: { readonly team: Workspace }) {
  const switching = useChange(changeWorkspace, { refresh: REFRESH, done: t('Saved.') });
  return (
    <Section title={t('General')} hint={t('The people who run the service set the plan and seats.')}>
      <NameForm team={team} />
      <Text>
        {team.seat_limit === null
          ? t('{plans} plan, {seatsUsed, plural, one {# seat} other {# seats}} taken.', {
              plans: PLANS[team.plan],
              seatsUsed: team.seats_used,
            })
          : t('{plans} plan, {seatsUsed} of {seatLimit, plural, one {# seat} other {# seats}} taken.', {
              plans: PLANS[team.plan],
              seatsUsed: team.seats_used,
              seatLimit: team.seat_limit,
            })}
      </Text>
      <Switch
        label={t('Trails')}
        description={t(
          'If switched off, no one sees or edits trails here, in AI tools or through programs. Nothing is lost.',
        )}
        checked={team.trails_enabled}
        {...busy(switching.isPending)}
        onChange={(event) => switching.mutate({ trails_enabled: event.currentTarget.checked })}
      />
      {languages().length > 1 && (
        <LanguageSelect
          label={t('Language')}
          description={t('For people who have not chosen a language and whose browser has none of these.')}
          none={t('English, unless chosen otherwise')}
          value={team.language}
          isSaving={switching.isPending}
          onChange={(language) => switching.mutate({ language: language as Workspace['language'] })}
        />
      )}
    </Section>
  );
}

function NameForm({ team }: { readonly team: Workspace }) {
  const form = useChanging(
    { name: team.name },
    {
      names: ['name'],
      save: ({ value, seen }) => changeWorkspace({ name: value.name.trim(), seen }),
      refresh: REFRESH,
    },
  );
  const name = form.value.name.trim();
  const isDirty = form.isDirty && name !== team.name;
  return (
    <EditedForm
      form={form}
      what={t('the name of the workspace')}
      isDirty={isDirty}
      labels={{ name: t('The name') }}
      buttons={
        <Button type="submit" variant="default" disabled={name === '' || !isDirty} loading={form.isSaving}>
          {t('Rename')}
        </Button>
      }
    >
      <TextInput label={t('Name')} {...form.text('name')} />
    </EditedForm>
  );
}

function Ownership({ team }: { readonly team: Workspace }) {
  const [chosen, choose] = useState<string | null>(null);
  const asked = useQuery({ ...memberPage(chosen ?? ''), enabled: chosen !== null });
  const next = asked.data;
  const moving = useChange((id: string) => transferOwnership(id), {
    refresh: [workspace.queryKey, sessionQuery.queryKey, ['members']],
    done: t('The workspace has a new Owner. You are one of its admins.'),
  });
  return (
    <Section title={t('Ownership')} hint={t('Can be changed only here. Directory sync never changes the Owner.')}>
      <Group align="flex-end">
        <PersonPicker label={t('The next Owner')} value={chosen} onChange={choose} />
        {next !== undefined && next.user_id !== team.owner.id && (
          <Confirm
            label={t('Transfer ownership')}
            title={t('Give the workspace to {next}?', { next: next.name || next.email })}
            confirm={t('Transfer')}
            onConfirm={() => moving.mutateAsync(next.user_id)}
          >
            {t(
              "{next} becomes the Owner of {team}. You become an admin and cannot undo this yourself. The new Owner's password for this workspace ends, and so does everything opened with it or with an admin's link. Without single sign-on, the people who run the service create a sign-in link for the new Owner.",
              { next: next.name || next.email, team: team.name },
            )}
          </Confirm>
        )}
      </Group>
      <Unanswered of={asked} />
    </Section>
  );
}
