// The audit log: what happened, who did it, to whom; filtered, and exported as it is filtered. Filters and the open entry
// stand in the address.
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AUDIT } from '../../addresses.ts';
import { memberPage } from '../../api/directory.ts';
import { isOperating, useSession } from '../../api/session.ts';
import { type AuditFilter, auditExport, auditPages } from '../../api/workspace.ts';
import { useAddress } from '../../parts/address.ts';
import { openingOf } from '../../parts/open-entry.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { startOfDay } from '../days.ts';
import { PersonPicker } from '../person-picker.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditTable } from './audit-table.tsx';

const KINDS = [
  { value: 'team.member', label: 'People' },
  { value: 'team.group', label: 'Groups' },
  { value: 'team.connection', label: 'Directory sync' },
  { value: 'credential', label: 'API keys' },
  { value: 'trail', label: 'Trails' },
  { value: 'session', label: 'Sign-in' },
  { value: 'team', label: 'Everything about the workspace' },
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
      title="Audit log"
      lead="Written with every change, and never changed after."
      actions={
        <>
          <Button component="a" href={auditExport(filter, 'csv')} variant="default" download>
            Export CSV
          </Button>
          <Button component="a" href={auditExport(filter, 'ndjson')} variant="default" download>
            Export NDJSON
          </Button>
        </>
      }
    >
      <Filters asked={asked} set={go} />
      <Answered of={log}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0)
            return <Empty title="Nothing of that kind">Take a filter away, or choose a longer time.</Empty>;
          return <AuditTable label="Audit log" entries={rows} pages={log} open={open} />;
        }}
      </Answered>
      <AuditEntryDialog open={open} loaded={log.data?.pages.flatMap(({ items }) => items) ?? []} />
    </Page>
  );
}

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
        label="Search the audit log"
        placeholder="Names and words, in any order"
        q={asked.q}
        search={(q) => set({ q })}
      />
      {!isOperating(session) && <PersonFilter id={asked.person} set={(person) => set({ person })} />}
      <Select
        label="About"
        placeholder="Everything"
        clearable
        w={190}
        value={asked.kind || null}
        onChange={(value) => set({ kind: value ?? '' })}
        data={KINDS}
      />
      <TextInput
        type="date"
        label="From"
        value={asked.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Up to and including"
        value={asked.until}
        onChange={(event) => set({ until: event.currentTarget.value })}
      />
    </Group>
  );
}

function PersonFilter({ id, set }: { readonly id: string; readonly set: (id: string) => void }) {
  const person = useQuery({ ...memberPage(id), enabled: id !== '', retry: false });
  return (
    <PersonPicker
      label="Who did it, or to whom"
      value={id || null}
      onChange={(next) => set(next ?? '')}
      clearable
      named={person.data}
    />
  );
}
