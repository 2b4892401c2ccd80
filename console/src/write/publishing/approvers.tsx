// The group whose publishers approve.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { groupPage } from '../../api/directory.ts';
import { changeCatalogRules } from '../../api/publishing.ts';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { AudiencePicker, type Grantee } from '../audience/audience-picker.tsx';

export function Approvers({ groupId }: { readonly groupId: string | null }) {
  const [chosen, choose] = useState<Grantee>();
  const changing = useChange((approver_group_id: string | null) => changeCatalogRules({ approver_group_id }), {
    refresh: [['trails']],
    done: t('Saved.'),
    after: () => choose(undefined),
  });
  return (
    <>
      <Text size="sm">{groupId === null ? t('Every publisher can approve.') : <OfGroup groupId={groupId} />}</Text>
      <Group align="flex-end">
        <AudiencePicker
          label={t('Only members of this group approve, whatever their roles')}
          value={chosen}
          onChange={choose}
          onlyGroups
        />
        <Button
          variant="default"
          disabled={chosen === undefined}
          loading={changing.isPending}
          onClick={() => chosen && changing.mutate(chosen.id)}
        >
          {t('Set approvers')}
        </Button>
        {groupId !== null && (
          <Button variant="default" disabled={changing.isPending} onClick={() => changing.mutate(null)}>
            {t('Let every publisher approve')}
          </Button>
        )}
      </Group>
    </>
  );
}

function OfGroup({ groupId }: { readonly groupId: string }) {
  const { data } = useQuery(groupPage(groupId));
  return (
    <>
      {rich('Only members of <b>{data}</b> can approve, whatever their roles.', {
        b: (text) => <b dir="auto">{text}</b>,
        data: data?.display_name ?? t('one group'),
      })}
    </>
  );
}
