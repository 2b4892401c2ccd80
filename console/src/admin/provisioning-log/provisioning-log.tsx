// All requests of the identity provider, live: their subject, result, and the reason if refused.
import { Button, Group, Select, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CONNECTION } from '../../addresses.ts';
import { type LogEntry, logExport } from '../../api/connections.ts';
import { openingOf } from '../../parts/dialogs/open-entry.tsx';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { useAddress, type ValuesOf, valueIn } from '../../parts/page/address.ts';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { DayRange } from '../day-range.tsx';
import { startOfDay } from '../days.ts';
import { LogEntryDialog } from './log-entry-dialog.tsx';
import { LogSubject } from './log-subject.tsx';
import { LogSummary } from './log-summary.tsx';
import { actOf, OUTCOMES, subjectOf } from './log-words.ts';
import { RepeatedWrites } from './repeated-writes.tsx';
import { useLiveLog } from './use-live-log.ts';

const { tab: _tab, over: _over, ...ADDRESS } = CONNECTION;
type Asked = Omit<ValuesOf<typeof ADDRESS>, 'entry'>;
const NOTHING: Asked = { outcome: '', resource: '', q: '', from: '', until: '' };

export function ProvisioningLog({ connectionId }: { readonly connectionId: string }) {
  const [{ entry, ...asked }, go] = useAddress(ADDRESS);
  const open = openingOf({ entry }, go);
  const filter = { ...asked, from: startOfDay(asked.from, 0), until: startOfDay(asked.until, 1) };
  const log = useLiveLog(connectionId, filter);
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.values(asked).some((value) => value !== '');
  return (
    <>
      <LogSummary
        connectionId={connectionId}
        see={(text) => go({ ...NOTHING, outcome: 'refused', q: text }, { push: true })}
      />
      <RepeatedWrites connectionId={connectionId} />
      <Group justify="space-between" my="sm" align="flex-end">
        <Filters asked={asked} set={go} />
        <Button
          component="a"
          href={logExport(connectionId, filter)}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          download
        >
          {t('Export CSV')}
        </Button>
      </Group>
      <Answered of={log}>
        {() =>
          rows.length > 0 ? (
            <Rows
              label={t('Provisioning log')}
              rows={rows}
              columns={columns(({ id }) => open.set(id))}
              keyOf={({ id }) => id}
              pages={log}
              height={40}
            />
          ) : (
            <NoRequest isFiltered={isFiltered} showAll={() => go(NOTHING)} />
          )
        }
      </Answered>
      <LogEntryDialog connectionId={connectionId} open={open} loaded={rows} />
    </>
  );
}

function NoRequest({ isFiltered, showAll }: { readonly isFiltered: boolean; readonly showAll: () => void }) {
  return isFiltered ? (
    <NothingMatches showAll={showAll}>{t('No stored request matches these filters.')}</NothingMatches>
  ) : (
    <Empty title={t('No requests yet')}>
      {t(
        'Test the connection in the identity provider. The request appears here a moment later, with the reason if it was refused.',
      )}
    </Empty>
  );
}

interface FiltersProps {
  readonly asked: Asked;
  readonly set: (part: Partial<Asked>) => void;
}

function Filters({ asked, set }: FiltersProps) {
  return (
    <Group gap="xs" align="flex-end" flex="1 1 640px">
      <SearchField
        label={t('Search the log')}
        placeholder={t('Person or cause')}
        q={asked.q}
        search={(q) => set({ q })}
        width="1 1 180px"
      />
      <Select
        label={t('Outcome')}
        placeholder={t('Any outcome')}
        clearable
        w={140}
        value={asked.outcome || null}
        onChange={(value) => set({ outcome: valueIn(CONNECTION.outcome, value) })}
        data={Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word }))}
      />
      <Select
        label={t('About')}
        placeholder={t('People and groups')}
        clearable
        w={170}
        value={asked.resource || null}
        onChange={(value) => set({ resource: value ?? '' })}
        data={[
          { value: 'User', label: t('People') },
          { value: 'Group', label: t('Groups') },
        ]}
      />
      <DayRange asked={asked} set={set} />
    </Group>
  );
}

const columns = (show: (entry: LogEntry) => void): readonly Column<LogEntry>[] => [
  { heading: t('Who'), width: 'minmax(0, 1.5fr)', cell: (entry) => <LogSubject entry={entry} /> },
  {
    heading: t('What'),
    width: 'minmax(0, 1fr)',
    cell: (entry) => (
      <Text size="sm" truncate>
        {actOf(entry)}
      </Text>
    ),
  },
  {
    heading: t('Outcome'),
    width: '104px',
    cell: ({ outcome }) => <Status tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</Status>,
  },
  {
    heading: t('Why'),
    width: 'minmax(0, 2.2fr)',
    cell: ({ explanation, warnings }) => {
      const why = explanation ?? warnings[0] ?? '';
      return (
        <Text size="sm" truncate title={why}>
          {why}
        </Text>
      );
    },
  },
  {
    heading: t('When'),
    width: '120px',
    cell: ({ at }) => (
      <Text size="sm" c="dimmed">
        <Instant at={at} />
      </Text>
    ),
  },
  {
    heading: t('Details'),
    isAct: true,
    width: '84px',
    cell: (entry) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => show(entry)}
        aria-label={t('Show: {act}, {subject}', { act: actOf(entry), subject: subjectOf(entry) })}
      >
        {t('Show')}
      </Button>
    ),
  },
];
