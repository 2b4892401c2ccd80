// Deactivations held by the guard against mass deprovisioning, and the two ways to decide on them.
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Connection } from '../../api/connections.ts';
import {
  type Decided,
  decideHeld,
  goneBefore,
  type HeldPerson,
  type HeldState,
  heldDecisions,
  heldPeople,
} from '../../api/deactivations.ts';
import { Question, typedFor } from '../../parts/dialogs/confirm.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered, Unanswered } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { sentenceOf } from '../audit/audit-sentences.ts';
import { HeldPeopleTable } from './held-people-table.tsx';

/** The people a decision is about, as shown when its dialog opened, even if the list changes in the meantime. */
interface Shown {
  readonly about: Decided;
  /** The names of the first few. */
  readonly names: readonly string[];
  readonly total: number;
}

/** People who wait for a decision come first, then people kept by one. */
export function HeldDeactivations({ connection }: { readonly connection: Connection }) {
  const { since, waiting, kept } = connection.held;
  const { acts, own, asked, isAsking, close, allow } = useDecision(connection.id);
  const whom = t('{total, plural, one {# person} other {# people}}', { total: asked?.total ?? 0 });
  return (
    <>
      <DecidedElsewhere connection={connection} own={own} />
      {waiting > 0 && since !== null && (
        <Section
          title={t('{waiting, plural, one {# person} other {# people}} held: {connection} asks to deactivate them', {
            waiting,
            connection: connection.name,
          })}
          hint={t(
            'These are more people per hour than the workspace allows. They are still active, and the identity provider was asked to try again later.',
          )}
        >
          <Before connectionId={connection.id} />
          <People connection={connection} state="waiting" acts={acts} />
        </Section>
      )}
      {kept > 0 && (
        <Section
          title={t('{kept, plural, one {# person} other {# people}} kept by decision', { kept })}
          hint={t(
            '{connection} is refused if it tries to deactivate them again. To end this, assign them there again.',
            { connection: connection.name },
          )}
        >
          <People connection={connection} state="kept" acts={acts} />
        </Section>
      )}
      <Question
        opened={isAsking}
        close={close}
        title={t('Let {whom} go?', { whom })}
        confirm={t('Deactivate {whom}', { whom })}
        typed={asked && typedFor(asked.total, String(asked.total))}
        onConfirm={allow}
      >
        {asked &&
          t('{names} can no longer sign in: their seats, sessions and keys end at once, as {connection} asked.', {
            names: namesOf(asked),
            connection: connection.name,
          })}
      </Question>
    </>
  );
}

/** Keeping people takes effect immediately. Deactivating them asks for confirmation first. */
function useDecision(connectionId: string) {
  const [asked, setAsked] = useState<Shown>();
  const [isAsking, { open, close }] = useDisclosure(false);
  /** Ids of the requests sent from this page. Decisions made elsewhere are announced. */
  const [own, setOwn] = useState<readonly (string | null)[]>([]);
  const deciding = useChange(
    ({ decision, about }: { decision: 'allow' | 'keep'; about: Decided }) => decideHeld(connectionId, decision, about),
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
    isKeeping: deciding.isPending,
    keep: ({ about }) => deciding.mutate({ decision: 'keep', about }),
    deactivate: (shown) => {
      setAsked(shown);
      open();
    },
  };
  const allow = async () => asked && deciding.mutateAsync({ decision: 'allow', about: asked.about });
  return { acts, own, asked, isAsking, close, allow };
}

/** The success message. */
function successMessage({ decision, decided, ended }: Awaited<ReturnType<typeof decideHeld>>): string {
  if (decision === 'keep') return t('Kept: {decided, plural, one {# person} other {# people}}.', { decided });
  if (ended >= decided) return t('{ended, plural, one {# person} other {# people}} deactivated.', { ended });
  return t(
    '{ended} of {decided, plural, one {# person} other {# people}} deactivated. The others are protected, as an Owner is.',
    { ended, decided },
  );
}

function namesOf({ names, total }: Pick<Shown, 'names' | 'total'>): string {
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
  const { waiting, kept, version } = connection.held;
  const [hasHeld, setHasHeld] = useState(false);
  if (!hasHeld && waiting + kept > 0) setHasHeld(true);
  const asked = useQuery({
    ...heldDecisions(connection.id, version),
    enabled: hasHeld,
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
            </PageAnchor>
            , <Instant at={entry.at} />
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

/** The usual height in pixels, so that loading does not shift the page. */
const BEFORE_HEIGHT = 92;

function Before({ connectionId }: { readonly connectionId: string }) {
  const asked = useQuery(goneBefore(connectionId));
  const { data } = asked;
  if (asked.isPending) return <Skeleton height={BEFORE_HEIGHT} radius="md" />;
  if (data === undefined) return <Unanswered of={asked} />;
  if (data.items.length === 0) return null;
  const names = data.items.slice(0, 12).map(({ name }) => name || t('someone without a name'));
  return (
    <Alert
      color="gray"
      variant="light"
      title={t('{items, plural, one {# person} other {# people}} went before that', { items: data.items.length })}
    >
      {namesOf({ names, total: data.items.length })}.{' '}
      {t('If that was a mistake, assign them again in the identity provider.')}
    </Alert>
  );
}

interface Acts {
  readonly isKeeping: boolean;
  readonly keep: (shown: Shown) => void;
  /** Asks for confirmation first. */
  readonly deactivate: (shown: Shown) => void;
}

interface PeopleProps {
  readonly connection: Connection;
  readonly state: HeldState;
  readonly acts: Acts;
}

/** A list and its buttons. A decision applies to the selected people or, without a selection, to the whole list. */
function People({ connection, state, acts }: PeopleProps) {
  const list = useInfiniteQuery({
    ...heldPeople(connection.id, state, connection.held.version),
    placeholderData: keepPreviousData,
  });
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <Answered of={list} rows={linesFor(connection.held[state])}>
      {({ pages }) => {
        const people = pages.flatMap(({ items }) => items);
        const chosen = people.filter(({ user_id }) => ticked.includes(user_id));
        const shown: Shown =
          chosen.length > 0
            ? { ...shownOf(chosen), about: { state, user_ids: chosen.map(({ user_id }) => user_id) } }
            : {
                ...shownOf(people),
                about: { state, version: pages[0]?.version ?? '' },
                total: pages[0]?.total ?? people.length,
              };
        return (
          <Stack gap="sm">
            <Decisions state={state} shown={shown} acts={acts} mayTick={chosen.length === 0 && people.length > 1} />
            <HeldPeopleTable people={people} chosen={chosen.map(({ user_id }) => user_id)} choose={setTicked} />
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

const shownOf = (people: readonly HeldPerson[]) => ({
  names: people.slice(0, 5).map(({ name, email }) => name || email || t('someone without a name')),
  total: people.length,
});

interface DecisionsProps {
  readonly state: HeldState;
  readonly shown: Shown;
  readonly acts: Acts;
  readonly mayTick: boolean;
}

/** For people who were kept, the only remaining decision is to deactivate them. */
function Decisions({ state, shown, acts, mayTick }: DecisionsProps) {
  const whom = t('{total, plural, one {# person} other {# people}}', { total: shown.total });
  return (
    <Group gap="xs">
      {state === 'waiting' && (
        <Button loading={acts.isKeeping} onClick={() => acts.keep(shown)}>
          {t('Keep {whom}', { whom })}
        </Button>
      )}
      <Button variant="default" onClick={() => acts.deactivate(shown)}>
        {t('Let {whom} go', { whom })}
      </Button>
      {mayTick && (
        <Text size="sm" c="dimmed">
          {t('Select some to decide only about them.')}
        </Text>
      )}
    </Group>
  );
}
