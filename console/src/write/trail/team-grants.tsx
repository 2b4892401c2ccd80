// The workspaces that see a restricted trail of the service-wide catalog.
import { Button, Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { addTeamGrant, findTeams, removeTeamGrant, teamGrants } from '../../api/service.ts';
import { type Grant, type TrailDetail, trailDetail } from '../../api/trails.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { NothingFound } from '../../parts/lists/nothing-found.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { GrantRows } from './grant-rows.tsx';

export function TeamGrants({ detail }: { readonly detail: TrailDetail }) {
  const grants = useQuery(teamGrants(detail.id));
  const isArchived = detail.status === 'archived';
  const [text, setText] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  const [q] = useDebouncedValue(text, 200);
  const teams = useQuery(findTeams(q));
  const refresh = [teamGrants(detail.id).queryKey, trailDetail(detail.id).queryKey];
  const grant = (team: string) => addTeamGrant(detail.id, team);
  const adding = useChange(grant, { refresh, done: t('Access granted.'), after: () => choose(null) });
  // Does not clear the selection for the next grant.
  const bringingBack = useChange(grant, { refresh, done: t('Back again.') });
  const removing = useChange((team: string) => removeTeamGrant(detail.id, team), { refresh });
  const remove = async (grant: Grant, name: string): Promise<void> => {
    if (grant.kind !== 'team') return;
    const { team_id } = grant;
    await offerUndoOf(removing.mutateAsync(team_id), t('{name} no longer has access.', { name }), () =>
      bringingBack.mutate(team_id),
    );
  };
  return (
    <Section title={t('Granted workspaces')} hint={t('Every member of these workspaces sees the trail.')}>
      {!isArchived && (
        <Group align="flex-end">
          <Select
            flex={1}
            searchable
            label={t('Workspace')}
            data={(teams.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={choose}
            onSearchChange={setText}
            nothingFoundMessage={<NothingFound of={teams}>{t('No workspace of that name')}</NothingFound>}
          />
          <Button disabled={chosen === null} loading={adding.isPending} onClick={() => chosen && adding.mutate(chosen)}>
            {t('Grant access')}
          </Button>
        </Group>
      )}
      <Answered of={grants} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('No workspace yet, so no one sees this trail.')}</Text>
          ) : (
            <GrantRows grants={items} remove={isArchived ? undefined : remove} />
          )
        }
      </Answered>
    </Section>
  );
}
