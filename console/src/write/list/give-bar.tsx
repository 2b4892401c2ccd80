// Gives the selected trails to a group.
import '../../parts/lists/bulk-bar.css';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { changeGroupTrails, REACHES, type Reach } from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import type { Trail } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';
import { AudiencePicker, type Grantee } from '../audience/audience-picker.tsx';

/** The maximum number of trails per request. */
const MAX_TRAILS = 200;

interface GiveBarProps {
  readonly chosen: ReadonlyMap<string, Trail>;
  readonly clear: () => void;
}

export function GiveBar({ chosen, clear }: GiveBarProps) {
  const [group, setGroup] = useState<Grantee>();
  const [reach, setReach] = useState<Reach>('available');
  const giving = useChange(
    (input: { group: Grantee; add: string[]; reach: Reach }) =>
      changeGroupTrails(input.group.id, { add: input.add, reach: input.reach }).then(() => input),
    {
      refresh: [['trails'], ['groups']],
      done: (input) =>
        t('{group} got {add, plural, one {# trail} other {# trails}}.', {
          group: input.group.name,
          add: input.add.length,
        }),
      after: () => {
        clear();
        setGroup(undefined);
      },
    },
  );
  if (chosen.size === 0) return null;
  const isTooMany = chosen.size > MAX_TRAILS;
  const open = [...chosen.values()].filter(({ visibility }) => visibility === 'all_teams').length;
  return (
    <Group className="bulk-bar card" gap="sm" role="region" aria-label={t('Selected trails')} align="flex-end">
      <Text size="sm" role="status" flex="1 1 200px">
        <b>{t('{chosen, plural, one {# trail} other {# trails}} selected.', { chosen: chosen.size })}</b>{' '}
        {isTooMany && t('At most {maxTrails} at once.', { maxTrails: MAX_TRAILS })}{' '}
        {open > 0 &&
          (open === chosen.size ? t('Everyone already sees them.') : t('Everyone already sees {open}.', { open }))}
      </Text>
      <AudiencePicker label={t('Give to a group')} value={group} onChange={setGroup} onlyGroups />
      <NativeSelect
        label={t('As')}
        data={[...REACHES]}
        value={reach}
        onChange={(event) => setReach(event.currentTarget.value === 'featured' ? 'featured' : 'available')}
      />
      <Button
        disabled={group === undefined || isTooMany}
        loading={giving.isPending}
        onClick={() => group && giving.mutate({ group, add: [...chosen.keys()], reach })}
      >
        {t('Give {chosen, plural, one {# trail} other {# trails}}', { chosen: chosen.size })}
      </Button>
      <Button variant="subtle" color="gray" onClick={clear}>
        {t('Clear selection')}
      </Button>
    </Group>
  );
}
