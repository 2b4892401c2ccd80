// The audit log: what happened, who did it, who was affected. Exports use the current filters. Filters and the open
// entry are in the URL.
import { Button, Group, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AUDIT } from '../../addresses.ts';
import { memberPage } from '../../api/directory.ts';
import { isOperating, useSession } from '../../api/session.ts';
import { type AuditFilter, auditExport, auditPages } from '../../api/workspace.ts';
import { openingOf } from '../../parts/dialogs/open-entry.tsx';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { useAddress, valuesOf } from '../../parts/page/address.ts';
import { Page } from '../../parts/page/page.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { DayRange } from '../day-range.tsx';
import { startOfDay } from '../days.ts';
import { PersonPicker } from '../person-picker.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditTable } from './audit-table.tsx';

const KINDS = [
  { value: 'team.member', label: t('People') },
  { value: 'team.group', label: t('Groups') },
  { value: 'team.connection', label: t('Directory sync') },
  { value: 'credential', label: t('API keys') },
  { value: 'trail', label: t('Trails') },
  { value: 'session', label: t('Sign-in') },
  { value: 'team', label: t('Everything about the workspace') },
];

export function AuditPage() {
  const [asked, go] = useAddress(AUDIT);
  const { kind, person, q } = asked;
  const filter: AuditFilter = {
    kind,
    person_id: person,
    q,
    from: startOfDay(asked.from, 0),
    until: startOfDay(asked.until, 1),
  };
  const log = useInfiniteQuery(auditPages(filter));
  const open = openingOf(asked, go);
  return (
    <Page
      title={t('Audit log')}
      lead={t('Recorded with every change and never modified afterward.')}
      actions={
        <>
          <Export href={auditExport(filter, 'csv')}>{t('Export CSV')}</Export>
          <Export href={auditExport(filter, 'ndjson')}>{t('Export NDJSON')}</Export>
        </>
      }
    >
      <Filters asked={asked} set={go} />
      <Answered of={log}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return (
              <NothingMatches showAll={() => go(valuesOf(AUDIT, {}))}>
                {t('Remove a filter or choose a longer period.')}
              </NothingMatches>
            );
          return <AuditTable label={t('Audit log')} entries={rows} pages={log} open={open} />;
        }}
      </Answered>
      <AuditEntryDialog open={open} loaded={log.data?.pages.flatMap(({ items }) => items) ?? []} />
    </Page>
  );
}

const Export = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <Button component="a" href={href} variant="default" leftSection={<IconDownload size={16} aria-hidden />} download>
    {children}
  </Button>
);

type Asked = Readonly<Record<keyof typeof AUDIT, string>>;

interface FiltersProps {
  readonly asked: Asked;
  readonly set: (part: Partial<Asked>) => void;
}

function Filters({ asked, set }: FiltersProps) {
  const session = useSession();
  return (
    <Group gap="sm" align="flex-end">
      <SearchField
        label={t('Search the audit log')}
        placeholder={t('Names and words, in any order')}
        q={asked.q}
        search={(q) => set({ q })}
      />
      {!isOperating(session) && <PersonFilter id={asked.person} set={(person) => set({ person })} />}
      <Select
        label={t('About')}
        placeholder={t('Everything')}
        clearable
        w={{ base: '100%', xs: 170 }}
        value={asked.kind || null}
        onChange={(value) => set({ kind: value ?? '' })}
        data={KINDS}
      />
      <DayRange asked={asked} set={set} />
    </Group>
  );
}

function PersonFilter({ id, set }: { readonly id: string; readonly set: (id: string) => void }) {
  const person = useQuery({ ...memberPage(id), enabled: id !== '', retry: false });
  return (
    <PersonPicker
      label={t('Who did it or was affected')}
      value={id || null}
      onChange={(next) => set(next ?? '')}
      clearable
      named={person.data}
    />
  );
}
