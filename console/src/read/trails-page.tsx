import './home.css';
import { Group, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { HOME } from '../addresses.ts';
import { type ReadableSet, type ReadableTrail, readableSets, readableTrails, toolOf } from '../api/reading.ts';
import { canWrite, type Session, useSession } from '../api/session.ts';
import { NothingMatches } from '../parts/lists/nothing-matches.tsx';
import { holdsWords } from '../parts/lists/words.ts';
import { useAddress } from '../parts/page/address.ts';
import { DrawnTrail } from '../parts/page/drawings.tsx';
import { PageButton } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered, Empty, Failure, Loading } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { Ask } from './ask.tsx';
import { Favorites, StarredCard } from './favourites.tsx';
import { Featured } from './featured.tsx';
import { recentIds } from './recent.ts';

export function TrailsPage() {
  const session = useSession();
  const trails = useQuery(readableTrails);
  const [address, go] = useAddress(HOME);
  const ideas = (trails.data?.items ?? []).slice(0, 6).map(({ title }) => title);
  return (
    <Page title={t('What are you about to do?')} lead={t('Say it in your own words, and Cairn finds the right trail.')}>
      <Ask asked={address.ask} ask={(ask) => go({ ask }, { push: true })} ideas={ideas} />
      <Answered of={trails} rows={8}>
        {({ items, favourites, featured, isWhole }) =>
          items.length === 0 ? (
            <Empty
              title={t('No trails are published yet')}
              drawing={<DrawnTrail />}
              action={canWrite(session) && <PageButton to="/write">{t('Go to Trails')}</PageButton>}
            >
              {canWrite(session)
                ? t('Write the first one and publish it. Everyone will find it here.')
                : t('Trails appear here as soon as someone publishes one that you can see.')}
            </Empty>
          ) : (
            <Stack gap="xl">
              {address.ask === '' && address.q === '' && (
                <>
                  <Favorites trails={items} favourites={favourites} />
                  <Featured trails={items} featured={featured} favourites={favourites} />
                  <Recent session={session} trails={items} favourites={favourites} />
                </>
              )}
              <All trails={items} isWhole={isWhole} favourites={favourites} address={address} go={go} />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

interface RecentProps {
  readonly session: Session;
  readonly trails: readonly ReadableTrail[];
  /** Already listed above. */
  readonly favourites: readonly string[];
}

function Recent({ session, trails, favourites }: RecentProps) {
  const recent = recentIds(session.person.id)
    .filter((id) => !favourites.includes(id))
    .flatMap((id) => trails.find((trail) => trail.id === id) ?? []);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <Title order={2} id="recent" mb="sm">
        {t('Opened lately')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="md">
        {recent.slice(0, 4).map((trail) => (
          <StarredCard key={trail.id} trail={trail} isMarked={false} isShort />
        ))}
      </SimpleGrid>
    </section>
  );
}

const PAUSE_MS = 250;

interface AllProps {
  readonly trails: readonly ReadableTrail[];
  /** False while more trails are loading. */
  readonly isWhole: boolean;
  readonly favourites: readonly string[];
  readonly address: Readonly<Record<keyof typeof HOME, string>>;
  readonly go: (part: Partial<Record<keyof typeof HOME, string>>) => void;
}

function All({ trails, isWhole, favourites, address, go }: AllProps) {
  const search = useListSearch(address.q, (q) => go({ q }));
  const found = useQuery(readableSets);
  const sets = found.data?.items ?? [];
  const set = sets.find(({ id }) => id === address.set);
  const matching = matchingTrails(set === undefined ? trails : trailsOfSet(trails, set), {
    ...address,
    q: search.words,
  });
  return (
    <section aria-labelledby="all-trails">
      <Group justify="space-between" align="flex-end" mb="md" gap="sm">
        <div>
          <Title order={2} id="all-trails">
            {set?.name ?? t('All trails')}
          </Title>
          {set !== undefined && set.description !== '' && <Text dir="auto">{set.description}</Text>}
          <Text size="sm" c="dimmed" role="status">
            {countOf(matching.length, trails.length, isWhole)}
          </Text>
        </div>
        <Group gap="xs" className="filters">
          {sets.length > 0 && <SetFilter sets={sets} value={set?.id ?? ''} go={go} />}
          <Filter
            label={t('AI tool')}
            any={t('Any AI tool')}
            options={toolsOf(trails)}
            value={address.tool}
            set={(tool) => go({ tool })}
          />
          <Filter
            label={t('Role')}
            any={t('Any role')}
            options={rolesOf(trails)}
            value={address.role}
            set={(role) => go({ role })}
          />
          <TextInput
            value={search.text}
            onChange={(event) => search.write(event.currentTarget.value)}
            leftSection={<IconSearch size={16} aria-hidden />}
            placeholder={t('Search the list')}
            aria-label={t('Search trails')}
            w={{ base: '100%', sm: 240 }}
          />
        </Group>
      </Group>
      {found.error !== null && <Failure thrown={found.error} retry={found.refetch} />}
      {matching.length === 0 &&
        (isWhole ? (
          <NothingMatches showAll={() => go({ q: '', tool: '', role: '', set: '' })}>
            {t('Try a single word of the task, or ask above.')}
          </NothingMatches>
        ) : (
          <Loading />
        ))}
      <Cards trails={matching} favourites={favourites} />
    </section>
  );
}

interface SetFilterProps extends Pick<AllProps, 'go'> {
  readonly sets: readonly ReadableSet[];
  readonly value: string;
}

const SetFilter = ({ sets, value, go }: SetFilterProps) => (
  <NativeSelect
    aria-label={t('Set')}
    data={[{ value: '', label: t('Any set') }, ...sets.map(({ id, name }) => ({ value: id, label: name }))]}
    value={value}
    onChange={(event) => go({ set: event.currentTarget.value })}
    w={{ xs: 190 }}
    flex={{ base: '1 1 40%', xs: 'none' }}
  />
);

/** Typing filters immediately. The URL follows after a pause, for reload and Back. */
function useListSearch(q: string, search: (q: string) => void) {
  const [text, write] = useState(q);
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS);
  useEffect(() => {
    if (settled !== q) search(settled.slice(0, 200));
  }, [settled]);
  useEffect(() => {
    if (q !== settled) write(q);
  }, [q]);
  /** Deferred, so that typing stays responsive while the list renders. */
  const words = useDeferredValue(text);
  return { text, write, words };
}

/** In the order of the set. */
const trailsOfSet = (trails: readonly ReadableTrail[], { trail_ids }: ReadableSet): readonly ReadableTrail[] =>
  trail_ids.flatMap((id) => trails.find((trail) => trail.id === id) ?? []);

/** A trail without tools matches every tool. */
const matchingTrails = (
  trails: readonly ReadableTrail[],
  { q, tool, role }: Pick<AllProps['address'], 'q' | 'tool' | 'role'>,
): readonly ReadableTrail[] =>
  trails.filter(
    ({ title, target_role, description, tools }) =>
      holdsWords(`${title} ${target_role} ${description}`, q) &&
      (tool === '' || tools.length === 0 || tools.includes(tool)) &&
      (role === '' || target_role === role),
  );

function countOf(matching: number, total: number, isWhole: boolean): string {
  if (!isWhole)
    return t('Showing the first {total, plural, one {# trail} other {# trails}}; loading the others …', { total });
  return matching === total
    ? t('{total, plural, one {# trail} other {# trails}}', { total })
    : t('{matching} of {total, plural, one {# trail} other {# trails}}', { matching, total });
}

const toolsOf = (trails: readonly ReadableTrail[]): FilterProps['options'] =>
  [...new Set(trails.flatMap(({ tools }) => tools))].map((id) => ({ value: id, label: toolOf(id).name }));

const rolesOf = (trails: readonly ReadableTrail[]): FilterProps['options'] =>
  [...new Set(trails.map(({ target_role }) => target_role).filter((role) => role !== ''))]
    .sort()
    .map((role) => ({ value: role, label: role }));

interface FilterProps {
  readonly label: string;
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly set: (value: string) => void;
}

function Filter({ label, any, options, value, set }: FilterProps) {
  if (options.length < 2) return null;
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: any }, ...options]}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      w={{ xs: 190 }}
      flex={{ base: '1 1 40%', xs: 'none' }}
    />
  );
}

const FIRST = 16;
const STEP = 48;

/** The number of rendered cards per visit. Back renders as many, so the scroll position can be restored. */
const scrolledTo = new Map<string, number>();

function useScrolledTo() {
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const [most, setMost] = useState(() => scrolledTo.get(visit) ?? FIRST);
  useEffect(() => {
    scrolledTo.set(visit, most);
  }, [visit, most]);
  return [most, setMost] as const;
}

/** Renders as many cards as the person has scrolled to. */
function Cards({ trails, favourites }: Pick<AllProps, 'trails' | 'favourites'>) {
  const [most, setMost] = useScrolledTo();
  const end = useRef<HTMLDivElement>(null);
  const hasMore = trails.length > most;
  const marked = new Set(favourites);
  useEffect(() => {
    const mark = end.current;
    if (mark === null || !hasMore) return;
    const observer = new IntersectionObserver(
      ([seen]) => seen?.isIntersecting === true && setMost((now) => now + STEP),
      { rootMargin: '600px' },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [hasMore]);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="md">
        {trails.slice(0, most).map((trail) => (
          <StarredCard key={trail.id} trail={trail} isMarked={marked.has(trail.id)} />
        ))}
      </SimpleGrid>
      <div ref={end} />
    </>
  );
}
