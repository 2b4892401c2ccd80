// The deleted trails of the catalog that an admin can restore. Visible while trails are kept or some are left, and if
// they cannot be loaded.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { catalogRules, type DeletedTrail, deletedTrails, restoreDeletedTrail } from '../../api/publishing.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { MoreRows, useSomeRows } from '../../parts/lists/some-rows.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { onDay } from '../../parts/texts/formats.ts';
import { t } from '../../parts/texts/t.ts';

export function DeletedTrails() {
  const rules = useQuery(catalogRules);
  const list = useQuery(deletedTrails);
  const isEmpty = list.isPending || list.data?.total === 0;
  if (rules.data?.keep_deleted !== true && isEmpty) return null;
  return (
    <Section title={t('Deleted trails')} hint={t('A restored trail is a draft, with its versions, access and owner.')}>
      <Answered of={list} rows={2}>
        {({ items, total }) => (
          <Stack gap="xs">
            {items.length === 0 && <Text c="dimmed">{t('Trails that someone deletes appear here for 30 days.')}</Text>}
            <DeletedRows trails={items} />
            {total > items.length && (
              <Text c="dimmed" size="sm">
                {t('{total, plural, one {# older trail} other {# older trails}} not shown.', {
                  total: total - items.length,
                })}
              </Text>
            )}
          </Stack>
        )}
      </Answered>
    </Section>
  );
}

function DeletedRows({ trails }: { readonly trails: readonly DeletedTrail[] }) {
  const rows = useSomeRows(trails);
  return (
    <>
      {rows.shown.map((trail) => (
        <Deleted key={trail.id} trail={trail} />
      ))}
      <MoreRows {...rows} />
    </>
  );
}

function Deleted({ trail }: { readonly trail: DeletedTrail }) {
  const { id, title, deleted_by, deleted_at, restorable_until } = trail;
  const restoring = useChange(restoreDeletedTrail, {
    refresh: [['trails']],
    done: t('"{title}" is a draft again.', { title }),
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text dir="auto">{title}</Text>
        <Text c="dimmed" size="sm">
          {deleted_by === null
            ? t('Deleted {day}.', { day: onDay(deleted_at) })
            : t('Deleted {day} by {deletedBy}.', { day: onDay(deleted_at), deletedBy: deleted_by.name })}{' '}
          {t('Removed for good {day}.', { day: onDay(restorable_until) })}
        </Text>
      </Stack>
      <Button
        variant="default"
        size="xs"
        aria-label={t('Restore {title}', { title })}
        {...busy(restoring.isPending)}
        onClick={() => restoring.mutate(id)}
      >
        {t('Restore')}
      </Button>
    </Group>
  );
}
