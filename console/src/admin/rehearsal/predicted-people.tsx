// The people whom a rehearsal would affect, with their roles and trails before and after.
import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../api/directory.ts';
import type { RehearsedPerson } from '../../api/rehearsals.ts';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Empty } from '../../parts/page/states.tsx';
import { Status, type Tone } from '../../parts/page/status.tsx';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';

type Outcome = RehearsedPerson['outcome'];

const OUTCOMES: Readonly<Record<Outcome, { readonly word: string; readonly tone: Tone }>> = {
  removed: { word: t('Removed'), tone: 'trouble' },
  deactivated: { word: t('Deactivated'), tone: 'trouble' },
  suspended: { word: t('Suspended by the guard'), tone: 'attention' },
  created: { word: t('New'), tone: 'fine' },
  linked: { word: t('Linked to an account'), tone: 'fine' },
  restored: { word: t('Restored'), tone: 'fine' },
  changed: { word: t('Changed'), tone: 'quiet' },
  unchanged: { word: t('Only trails change'), tone: 'quiet' },
};

/** The number of people for each outcome that occurs, the gravest first. */
export const countsOf = (people: readonly RehearsedPerson[]) =>
  (Object.keys(OUTCOMES) as Outcome[])
    .map((outcome) => ({
      outcome,
      word: OUTCOMES[outcome].word,
      count: people.filter((person) => person.outcome === outcome).length,
    }))
    .filter(({ count }) => count > 0);

export function PredictedPeople({ people }: { readonly people: readonly RehearsedPerson[] }) {
  const [only, setOnly] = useState<string | null>(null);
  if (people.length === 0)
    return (
      <Empty title={t('No one would be affected')}>{t('Membership, roles and trails would stay as they are.')}</Empty>
    );
  return (
    <>
      <Select
        label={t('Outcome')}
        placeholder={t('Any outcome')}
        clearable
        w={240}
        mb="sm"
        value={only}
        onChange={setOnly}
        data={countsOf(people).map(({ outcome, word, count }) => ({
          value: outcome,
          label: t('{word} ({count})', { word, count }),
        }))}
      />
      <Rows
        label={t('People who would be affected')}
        rows={people.filter(({ outcome }) => only === null || outcome === only)}
        columns={COLUMNS}
        keyOf={({ user_id }) => user_id}
        height={56}
      />
    </>
  );
}

const COLUMNS: readonly Column<RehearsedPerson>[] = [
  {
    heading: t('Person'),
    width: 'minmax(0, 2fr)',
    cell: ({ user_id, name, email }) => (
      <span className="person-line">
        <PersonAvatar id={user_id} name={name} size={24} />
        <span style={{ minWidth: 0 }}>
          <Text size="sm" truncate dir="auto">
            {name || t('Unnamed')}
          </Text>
          <Text size="xs" truncate dir="auto" c="dimmed">
            {email ?? t('No address')}
          </Text>
        </span>
      </span>
    ),
  },
  {
    heading: t('Outcome'),
    width: '190px',
    cell: ({ outcome }) => <Status tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</Status>,
  },
  { heading: t('Roles'), width: 'minmax(0, 2fr)', cell: (person) => <Short text={rolesOf(person)} /> },
  { heading: t('Restricted trails'), width: 'minmax(0, 1.2fr)', cell: (person) => <Short text={trailsOf(person)} /> },
];

const Short = ({ text }: { readonly text: string }) => (
  <Text size="sm" truncate title={text}>
    {text}
  </Text>
);

function rolesOf({ roles_before, roles_after }: RehearsedPerson): string {
  const [before, after] = [namesOf(roles_before), namesOf(roles_after)];
  return before === after ? before : t('{before} → {after}', { before, after });
}

const namesOf = (roles: readonly string[]): string =>
  roles.length === 0 ? t('none') : listed(roles.map((role) => ROLE_NAMES[role as Role] ?? role));

function trailsOf({ trails_gained: { length: gained }, trails_lost: { length: lost } }: RehearsedPerson): string {
  if (gained + lost === 0) return t('no change');
  if (lost === 0) return t('{gained} more', { gained });
  if (gained === 0) return t('{lost} fewer', { lost });
  return t('{gained} more, {lost} fewer', { gained, lost });
}
