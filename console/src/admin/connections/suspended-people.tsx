// People suspended by the guard against mass deprovisioning, and the two ways to decide about them.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Connection } from '../../api/connections.ts';
import {
  type Decided,
  decideSuspensions,
  type SuspendedPerson,
  suspendedPeople,
  suspensionDecisions,
} from '../../api/deactivations.ts';
import { Question, typedFor } from '../../parts/dialogs/confirm.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered, Unanswered } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { sentenceOf } from '../audit/audit-sentences.ts';
import { SuspendedPeopleTable } from './suspended-people-table.tsx';

/** The people a decision is about, as shown when its dialog opened, even if the list changes in the meantime. */
interface Shown {
  readonly about: Decided;
  /** The names of the first few. */
  readonly names: readonly string[];
  readonly total: number;
}

export function SuspendedPeople({ connection }: { readonly connection: Connection }) {
  const { people } = connection.suspended;
  const { acts, own, asked, isAsking, close, confirm } = useDecision(connection.id);
  const whom = t('{total, plural, one {# person} other {# people}}', { total: asked?.total ?? 0 });
  return (
    <>
      <DecidedElsewhere connection={connection} own={own} />
      {people > 0 && (
        <Section
          title={t('{people, plural, one {# person} other {# people}} suspended by {connection}', {
            people,
            connection: connection.name,
          })}
          hint={t(
            'The identity provider removed unusually many people. They cannot sign in and use no seats. If that is a mistake, correct the assignment there or pause the connection, then restore the people here.',
          )}
        >
          <People connection={connection} acts={acts} />
        </Section>
      )}
      <Question
        opened={isAsking}
        close={close}
        title={t('Confirm that {whom} left?', { whom })}
        confirm={t('Confirm {whom}', { whom })}
        typed={asked && typedFor(asked.total, String(asked.total))}
        onConfirm={confirm}
      >
        {asked &&
          t('You cannot restore {names} here after that. {connection} can add them again.', {
            names: namesOf(asked),
            connection: connection.name,
          })}
      </Question>
    </>
  );
}

/** Restoring people takes effect immediately. Confirming asks first. */
function useDecision(connectionId: string) {
  const [asked, setAsked] = useState<Shown>();
  const [isAsking, { open, close }] = useDisclosure(false);
  /** Ids of the requests sent from this page. Decisions made elsewhere are announced. */
  const [own, setOwn] = useState<readonly (string | null)[]>([]);
  const deciding = useChange(
    ({ decision, about }: { decision: 'restore' | 'confirm'; about: Decided }) =>
      decideSuspensions(connectionId, decision, about),
    {
      refresh: [['connections'], ['members'], ['workspace']],
      after: ({ requestId }) => setOwn((ids) => [...ids, requestId]),
      done: successMessage,
      // The list has changed since the dialog opened, so the question must be asked again.
      onProblem: ({ slug }) => {
        if (slug === 'conflict') close();
        return false;
      },
    },
  );
  const acts: Acts = {
    isRestoring: deciding.isPending,
    restore: ({ about }) => deciding.mutate({ decision: 'restore', about }),
    confirm: (shown) => {
      setAsked(shown);
      open();
    },
  };
  const confirm = async () => asked && deciding.mutateAsync({ decision: 'confirm', about: asked.about });
  return { acts, own, asked, isAsking, close, confirm };
}

/** The success message. */
function successMessage({ decision, done, leftOut }: Awaited<ReturnType<typeof decideSuspensions>>): string {
  if (decision === 'confirm') return t('{done, plural, one {# person} other {# people}} confirmed.', { done });
  if (leftOut.length === 0) return t('{done, plural, one {# person} other {# people}} restored.', { done });
  return t(
    '{done, plural, one {# person} other {# people}} restored. {left, plural, one {# person} other {# people}} could not be restored: see the list.',
    { done, left: leftOut.length },
  );
}

function namesOf({ names, total }: Shown): string {
  const more = total - names.length;
  return more > 0 ? t('{names} and {more} more', { names: listed(names), more }) : listed(names);
}

interface ElsewhereProps {
  readonly connection: Connection;
  /** The ids of the requests with which this page made decisions. */
  readonly own: readonly (string | null)[];
}

/** Decisions made since the page was opened, by others or in another window. */
function DecidedElsewhere({ connection, own }: ElsewhereProps) {
  const { people, version } = connection.suspended;
  const [hasSuspended, setHasSuspended] = useState(false);
  if (!hasSuspended && people > 0) setHasSuspended(true);
  const asked = useQuery({
    ...suspensionDecisions(connection.id, version),
    enabled: hasSuspended,
    placeholderData: keepPreviousData,
  });
  const { data } = asked;
  const [known, setKnown] = useState<readonly string[]>();
  const know = () => setKnown(data?.map(({ id }) => id));
  if (known === undefined && data !== undefined) know();
  const news = (data ?? []).filter(({ id, request_id }) => known?.includes(id) === false && !own.includes(request_id));
  if (news.length === 0) return <Unanswered of={asked} />;
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      title={t('Decided elsewhere')}
      withCloseButton
      closeButtonLabel={t('Dismiss')}
      onClose={know}
    >
      <Stack gap={4}>
        {news.map((entry) => (
          <Text key={entry.id} size="sm" dir="auto">
            <PageAnchor to="/admin/audit" search={{ entry: entry.id }} size="sm">
              {sentenceOf(entry)}
            </PageAnchor>{' '}
            <Instant at={entry.at} />
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

interface Acts {
  readonly isRestoring: boolean;
  readonly restore: (shown: Shown) => void;
  /** Asks first. */
  readonly confirm: (shown: Shown) => void;
}

interface PeopleProps {
  readonly connection: Connection;
  readonly acts: Acts;
}

/** The list and its buttons. A decision applies to the selected people or, without a selection, to the whole list. */
function People({ connection, acts }: PeopleProps) {
  const list = useInfiniteQuery({
    ...suspendedPeople(connection.id, connection.suspended.version),
    placeholderData: keepPreviousData,
  });
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <Answered of={list} rows={linesFor(connection.suspended.people)}>
      {({ pages }) => {
        const people = pages.flatMap(({ items }) => items);
        const chosen = people.filter(({ user_id }) => ticked.includes(user_id));
        const shown: Shown =
          chosen.length > 0
            ? { ...shownOf(chosen), about: { user_ids: chosen.map(({ user_id }) => user_id) } }
            : {
                ...shownOf(people),
                about: { version: pages[0]?.version ?? '' },
                total: pages[0]?.total ?? people.length,
              };
        return (
          <Stack gap="sm">
            <Decisions shown={shown} acts={acts} mayTick={chosen.length === 0 && people.length > 1} />
            <SuspendedPeopleTable people={people} chosen={chosen.map(({ user_id }) => user_id)} choose={setTicked} />
            {list.hasNextPage && (
              <Group>
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t('Show more')}
                </Button>
              </Group>
            )}
          </Stack>
        );
      }}
    </Answered>
  );
}

/** The number of skeleton lines that are as high as the table and its buttons. */
const linesFor = (people: number): number => Math.min(14, Math.ceil((people * 40 + 60) / 30));

const shownOf = (people: readonly SuspendedPerson[]) => ({
  names: people.slice(0, 5).map(({ name, email }) => name || email || t('someone without a name')),
  total: people.length,
});

interface DecisionsProps {
  readonly shown: Shown;
  readonly acts: Acts;
  readonly mayTick: boolean;
}

function Decisions({ shown, acts, mayTick }: DecisionsProps) {
  const { total } = shown;
  return (
    <Group gap="xs">
      <Button loading={acts.isRestoring} onClick={() => acts.restore(shown)}>
        {t('Restore {total, plural, one {# person} other {# people}}', { total })}
      </Button>
      <Button variant="default" onClick={() => acts.confirm(shown)}>
        {t('Confirm that {total, plural, one {# person} other {# people}} left', { total })}
      </Button>
      {mayTick && (
        <Text size="sm" c="dimmed">
          {t('Select some to decide only about them.')}
        </Text>
      )}
    </Group>
  );
}
