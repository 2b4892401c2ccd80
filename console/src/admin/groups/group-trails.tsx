// The trails that are open to a group.
import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeGroupTrails, type GroupTrail, groupTrails, REACHES, type Reach } from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

interface GroupTrailsProps {
  readonly groupId: string;
  /** The number of sets that are open to the group. */
  readonly sets: number;
}

export function GroupTrails({ groupId, sets }: GroupTrailsProps) {
  const trails = useQuery(groupTrails(groupId));
  const refresh = [['groups'], ['trails']];
  const changing = useChange((body: Parameters<typeof changeGroupTrails>[1]) => changeGroupTrails(groupId, body), {
    refresh,
    done: t('Saved.'),
  });
  const removing = useChange((id: string) => changeGroupTrails(groupId, { remove: [id] }), { refresh });
  const remove = ({ id, title, reach, edits }: GroupTrail): Promise<void> =>
    offerUndoOf(removing.mutateAsync(id), t('The group no longer has "{title}".', { title }), () =>
      changing.mutate({ add: [id], reach, edits }),
    );
  const setReach = ({ id }: GroupTrail, reach: Reach): void => changing.mutate({ add: [id], reach });
  return (
    <Section title={t('Trails')} hint={t('Select trails in the list of trails to give them to this group.')}>
      <Answered of={trails} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">
              {rich('None yet. Go to <a>Trails</a> and select some.', {
                a: (text) => <PageAnchor to="/write">{text}</PageAnchor>,
              })}
            </Text>
          ) : (
            <Rows
              label={t('Trails of the group')}
              rows={items}
              columns={columnsOf(changing.isPending, setReach, remove)}
              keyOf={({ id }) => id}
            />
          )
        }
      </Answered>
      {sets > 0 && (
        <Text size="sm">
          {rich('Members also see the trails of <a>{sets, plural, one {# set} other {# sets}}</a>.', {
            a: (text) => <PageAnchor to="/write/sets">{text}</PageAnchor>,
            sets,
          })}
        </Text>
      )}
    </Section>
  );
}

const columnsOf = (
  isPending: boolean,
  setReach: (trail: GroupTrail, reach: Reach) => void,
  remove: (trail: GroupTrail) => Promise<void>,
): readonly Column<GroupTrail>[] => [
  {
    heading: t('Trail'),
    width: 'minmax(0, 2fr)',
    cell: ({ id, title, edits }) => (
      <>
        <PageAnchor
          to="/write/$trailId"
          params={{ trailId: id }}
          search={{ tab: 'access' }}
          size="sm"
          c="inherit"
          lineClamp={1}
          dir="auto"
        >
          {title}
        </PageAnchor>
        {edits && (
          <Text size="xs" c="dimmed">
            {t('Members can edit it')}
          </Text>
        )}
      </>
    ),
  },
  {
    heading: t('As'),
    width: '118px',
    cell: (trail) => (
      <NativeSelect
        size="xs"
        aria-label={t('How the group gets {trail}', { trail: trail.title })}
        data={[...REACHES]}
        value={trail.reach}
        {...busy(isPending, trail.status === 'archived')}
        onChange={(event) => setReach(trail, event.currentTarget.value === 'featured' ? 'featured' : 'available')}
      />
    ),
  },
  {
    heading: t('Remove'),
    isAct: true,
    width: '64px',
    cell: (trail) =>
      trail.status === 'archived' ? (
        <Text size="xs" c="dimmed">
          {t('Archived')}
        </Text>
      ) : (
        <RemoveButton label={t('Close {trail} to the group', { trail: trail.title })} remove={() => remove(trail)} />
      ),
  },
];
