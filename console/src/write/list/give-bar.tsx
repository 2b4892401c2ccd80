// Gives the selected trails to a group.
import '../../parts/lists/bulk-bar.css';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { changeGroupTrails, REACHES, type Reach } from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import type { Trail } from '../../api/trails.ts';
import { counted } from '../../parts/texts/counted.ts';
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
      done: (input) => `${input.group.name} has ${counted(input.add.length, 'trail')} now.`,
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
    <Group className="bulk-bar card" gap="sm" role="region" aria-label="Selected trails" align="flex-end">
      <Text size="sm" role="status" flex="1 1 200px">
        <b>{counted(chosen.size, 'trail')} selected</b>
        {isTooMany && `: at most ${MAX_TRAILS} at once`}
        {open > 0 && `. Everyone already sees ${open === chosen.size ? 'them' : open}.`}
      </Text>
      <AudiencePicker label="Give to a group" value={group} onChange={setGroup} onlyGroups />
      <NativeSelect
        label="As"
        data={[...REACHES]}
        value={reach}
        onChange={(event) => setReach(event.currentTarget.value === 'featured' ? 'featured' : 'available')}
      />
      <Button
        disabled={group === undefined || isTooMany}
        loading={giving.isPending}
        onClick={() => group && giving.mutate({ group, add: [...chosen.keys()], reach })}
      >
        Give {counted(chosen.size, 'trail')}
      </Button>
      <Button variant="subtle" color="gray" onClick={clear}>
        Clear selection
      </Button>
    </Group>
  );
}
