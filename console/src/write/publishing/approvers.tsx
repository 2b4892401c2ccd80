// The group whose publishers approve.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { groupPage } from '../../api/directory.ts';
import { changeCatalogRules } from '../../api/publishing.ts';
import { AudiencePicker, type Grantee } from '../audience/audience-picker.tsx';

export function Approvers({ groupId }: { readonly groupId: string | null }) {
  const [chosen, choose] = useState<Grantee>();
  const changing = useChange((approver_group_id: string | null) => changeCatalogRules({ approver_group_id }), {
    refresh: [['trails']],
    done: 'Saved.',
    after: () => choose(undefined),
  });
  return (
    <>
      <Text size="sm">{groupId === null ? 'Every publisher can approve.' : <OfGroup groupId={groupId} />}</Text>
      <Group align="flex-end">
        <AudiencePicker label="Only publishers in this group approve" value={chosen} onChange={choose} onlyGroups />
        <Button
          variant="default"
          disabled={chosen === undefined}
          loading={changing.isPending}
          onClick={() => chosen && changing.mutate(chosen.id)}
        >
          Set approvers
        </Button>
        {groupId !== null && (
          <Button variant="default" disabled={changing.isPending} onClick={() => changing.mutate(null)}>
            Let every publisher approve
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
      Only publishers in <b dir="auto">{data?.display_name ?? 'one group'}</b> can approve.
    </>
  );
}
