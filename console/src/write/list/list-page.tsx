// The list of trails for authors: filtered by status and text, or in the employees' order.
import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { TRAIL_LIST } from '../../addresses.ts';
import { canWrite, isOperating, useSession } from '../../api/session.ts';
import { type Narrowing, type Trail, type TrailStatus, trailPages } from '../../api/trails.ts';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { useAddress, type ValuesOf, valueIn, valuesOf } from '../../parts/page/address.ts';
import { DrawnTrail } from '../../parts/page/drawings.tsx';
import { late } from '../../parts/page/late.tsx';
import { PageButton } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { ImportSkills } from './import-skills.tsx';
import { NewTrail } from './new-trail.tsx';
import { OrderList } from './order-list.tsx';
import { type TrailChoice, TrailRows } from './trail-rows.tsx';

// Loaded with the first selection.
const GiveBar = late(() => import('./give-bar.tsx').then((file) => file.GiveBar));

type View = ValuesOf<typeof TRAIL_LIST>['view'];

const VIEWS: { value: View; label: string }[] = [
  { value: 'any', label: t('All') },
  { value: 'draft', label: t('Drafts') },
  { value: 'live', label: t('Live') },
  { value: 'archived', label: t('Archived') },
  { value: 'order', label: t('Order') },
];

const NARROWINGS = [
  { value: '', label: t('Every trail') },
  { value: 'mine', label: t('Mine') },
  { value: 'nobody', label: t("Nobody's") },
  { value: 'review', label: t('Due for review') },
  { value: 'approval', label: t('Waits for approval') },
  { value: 'schedule', label: t('Scheduled') },
  { value: 'examples', label: t('Examples fail') },
];

export function ListPage() {
  const session = useSession();
  const [address, go] = useAddress(TRAIL_LIST);
  const isOfService = isOperating(session);
  const mayWrite = canWrite(session);
  const [isImporting, importing] = useDisclosure(false);
  const isAll = address.view === 'any' && address.q === '' && address.only === '';
  const { isEmpty, isUnknown } = useEmptiness(mayWrite && isAll);
  const create = mayWrite ? <WaysToBegin importSkills={importing.open} write={() => go({ new: 'yes' })} /> : undefined;
  return (
    <Page
      title={isOfService ? t('Service-wide catalog') : t('Trails')}
      lead={
        isOfService
          ? t('Trails for all workspaces or for selected ones.')
          : mayWrite
            ? t('Write, test and publish the one-page guides that your colleagues follow.')
            : t('The trails that you can edit. Their authors decide when to publish.')
      }
      actions={isEmpty || isUnknown ? undefined : create}
    >
      <Catalog create={create} isEmpty={isEmpty} />
      <ImportSkills opened={isImporting} close={importing.close} />
      <NewTrail
        opened={mayWrite && address.new === 'yes'}
        close={() => go({ new: '', about: '' })}
        about={address.about}
      />
    </Page>
  );
}

/** Whether the catalog is empty. If so, the list itself offers the first step. */
function useEmptiness(enabled: boolean) {
  const all = useInfiniteQuery({ ...trailPages(undefined, ''), enabled });
  return { isEmpty: enabled && all.data?.pages[0]?.items.length === 0, isUnknown: enabled && all.isPending };
}

interface WaysToBeginProps {
  readonly importSkills: () => void;
  readonly write: () => void;
}

function WaysToBegin({ importSkills, write }: WaysToBeginProps) {
  const isOfService = isOperating(useSession());
  return (
    <Group gap="xs">
      {!isOfService && (
        <PageButton to="/write/sets" variant="default">
          {t('Sets')}
        </PageButton>
      )}
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={importSkills}>
        {t('Import skills')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={write}>
        {t('New trail')}
      </Button>
    </Group>
  );
}

/** The filtered trails, or the order, which contains all of them. */
function Catalog({ create, isEmpty }: Pick<ListedProps, 'create'> & { readonly isEmpty: boolean }) {
  const [{ view, only, q }, go] = useAddress(TRAIL_LIST);
  const showAll = () => go(valuesOf(TRAIL_LIST, {}));
  const { clear, wasMade, ...choice } = useTrailChoice();
  const session = useSession();
  const isAuthor = canWrite(session);
  // The service's own catalog has no groups, and editors cannot give access.
  const canGive = isAuthor && !isOperating(session);
  if (isEmpty) return <Listed view="any" q="" only="" showAll={showAll} create={create} choice={undefined} />;
  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          value={view}
          onChange={(chosen) => go({ view: chosen }, { push: true })}
          data={isAuthor ? VIEWS : VIEWS.slice(0, -1)}
          aria-label={t('Which trails')}
        />
        {view !== 'order' && (
          <Group gap="xs" flex={{ base: '1 0 100%', sm: '0 1 490px' }}>
            <NativeSelect
              aria-label={t('Only')}
              value={only}
              data={NARROWINGS}
              onChange={(event) => go({ only: valueIn(TRAIL_LIST.only, event.currentTarget.value) }, { push: true })}
            />
            <SearchField
              label={t('Search trails')}
              placeholder={t('Words in title, role or description')}
              q={q}
              search={(words) => go({ q: words })}
            />
          </Group>
        )}
      </Group>
      {wasMade && (
        <Suspense>
          <GiveBar chosen={choice.chosen} clear={clear} />
        </Suspense>
      )}
      {view === 'order' && isAuthor ? (
        <OrderList />
      ) : (
        <Listed
          {...{ view: view === 'order' ? 'any' : view, q, only, showAll, create }}
          choice={canGive ? choice : undefined}
        />
      )}
    </>
  );
}

/** Changing the filter keeps the selection. */
function useTrailChoice() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Trail>>(new Map());
  const [wasMade, setWasMade] = useState(false);
  return {
    chosen,
    /** True once a trail has been selected. The bar loads then. */
    wasMade,
    choose: (trails: readonly Trail[], isChosen: boolean): void => {
      const next = new Map(chosen);
      for (const trail of trails) {
        if (isChosen) next.set(trail.id, trail);
        else next.delete(trail.id);
      }
      setChosen(next);
      setWasMade(true);
    },
    clear: () => setChosen(new Map()),
  };
}

const START = t('Start with a task that colleagues often ask about. Name it, add the prompt that works, and publish.');

interface ListedProps {
  readonly choice: TrailChoice | undefined;
  readonly view: Exclude<View, 'order'>;
  readonly q: string;
  readonly only: Narrowing;
  readonly showAll: () => void;
  readonly create: React.ReactNode;
}

function Listed({ view, q, only, showAll, create, choice }: ListedProps) {
  const status = view === 'any' ? undefined : view;
  const pages = useInfiniteQuery(trailPages(status, q, only));
  return (
    <Answered of={pages} rows={10}>
      {({ pages: parts }) => {
        const trails = parts.flatMap(({ items }) => items);
        if (trails.length === 0)
          return q === '' && status === undefined && only === '' ? (
            <Empty title={t('No trails yet')} action={create} drawing={<DrawnTrail />}>
              {create === undefined ? t('Trails that you can edit appear here.') : START}
            </Empty>
          ) : (
            <NothingMatches showAll={showAll}>{t('Try fewer words, another status, or all trails.')}</NothingMatches>
          );
        const counts = parts[0]?.counts;
        const total = counts === undefined ? trails.length : totalOf(counts, status);
        return (
          <>
            <Text size="sm" c="dimmed" role="status">
              {q === ''
                ? t('{total, plural, one {# trail} other {# trails}}', { total })
                : t(
                    '{total, plural, one {# trail} other {# trails}} with {words, plural, one {this word} other {these words}}',
                    { total, words: q.split(/\s+/).length },
                  )}
            </Text>
            <TrailRows trails={trails} facts={parts.flatMap(({ facts }) => facts)} pages={pages} choice={choice} />
          </>
        );
      }}
    </Answered>
  );
}

type Counts = { readonly draft: number; readonly live: number; readonly archived: number };

const totalOf = (counts: Counts, status: TrailStatus | undefined): number =>
  status === undefined ? counts.draft + counts.live + counts.archived : counts[status];
