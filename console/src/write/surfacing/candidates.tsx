// The trails that compete for a prompt, as ranked bars with the threshold and the parts of each score.
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { RankedCandidate, RankedCandidates } from '../../api/evaluation.ts';
import { RankedBars } from '../../parts/charts/ranked-bars.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { percentOf } from '../../parts/texts/percent.ts';
import { t } from '../../parts/texts/t.ts';

const MAX_BARS = 8;

export function Candidates({ ranked }: { readonly ranked: RankedCandidates }) {
  const { candidates, threshold } = ranked;
  const own = candidates.find(({ is_this_trail }) => is_this_trail);
  if (own === undefined) return null;
  const others = candidates.filter((candidate) => candidate !== own).slice(0, MAX_BARS - 1);
  const winner = candidates.find(({ offered }) => offered);
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {sentenceOf(own, winner)}
      </Text>
      <RankedBars
        label={t('How likely each trail is the right one. Offered from {threshold}', {
          threshold: percentOf(threshold),
        })}
        threshold={threshold}
        bars={[own, ...others].map(({ trail, is_this_trail, confidence }) => ({
          key: trail.id,
          isOwn: is_this_trail,
          value: confidence,
          label: is_this_trail ? (
            t('This trail')
          ) : (
            <PageAnchor to="/write/$trailId" params={{ trailId: trail.id }} c="inherit">
              {trail.title}
            </PageAnchor>
          ),
        }))}
      />
      <Text size="sm" c="dimmed">
        {t('The threshold is {threshold}. Above it, a trail is offered if no other fits better.', {
          threshold: percentOf(threshold),
        })}{' '}
        {candidates.length > others.length + 1 &&
          t('{candidates} more were compared.', { candidates: candidates.length - others.length - 1 })}
      </Text>
      <Parts candidate={own} />
    </Stack>
  );
}

function sentenceOf(own: RankedCandidate, winner: RankedCandidate | undefined): string {
  if (own.listed_as === 'match') return t('It is offered, because exactly this prompt is one of its examples.');
  if (own.listed_as === 'no_match')
    return t('It stays away, because exactly this prompt is listed as one to stay away from.');
  if (own.offered) return t('It would be offered.');
  if (winner !== undefined) return t('It would not be offered: "{trail}" fits better.', { trail: winner.trail.title });
  return t('No trail would be offered: none fits well enough.');
}

/** The parts of the score as three small bars. */
function Parts({ candidate: { parts } }: { readonly candidate: RankedCandidate }) {
  const facts = [
    { label: t('Its words'), value: parts.words, note: percentOf(parts.words) },
    {
      label: t('Its meaning'),
      value: Math.max(0, parts.meaning ?? 0),
      note: parts.meaning === null ? t('not compared') : percentOf(Math.max(0, parts.meaning)),
    },
    {
      label: parts.lead < 0 ? t('Behind the next') : t('Ahead of the next'),
      value: Math.abs(parts.lead),
      note: percentOf(Math.abs(parts.lead)),
    },
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      {facts.map(({ label, value, note }) => (
        <Stack key={label} gap={0} justify="space-between">
          <Group justify="space-between" gap={4}>
            <Text size="sm">{label}</Text>
            <Text size="sm" c="dimmed" className="numbers">
              {note}
            </Text>
          </Group>
          <span className="ranked-track part-track" aria-hidden>
            <span className="ranked-bar" style={{ width: `${Math.min(1, value) * 100}%` }} />
          </span>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
