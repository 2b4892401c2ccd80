// The answer to a question: the best match with its first step ready to copy, and other candidates.
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { placeholderNames } from '../../../src/trails/document/placeholders.ts';
import { type Found, type ReadableTrailDetail, readableTrail } from '../api/reading.ts';
import { useSession } from '../api/session.ts';
import { PageAnchor } from '../parts/page/links.tsx';
import { Answered } from '../parts/page/states.tsx';
import { Markdown } from '../parts/texts/markdown.tsx';
import { t } from '../parts/texts/t.ts';
import { useFilledValues } from './filled-values.ts';
import { PromptStep } from './prompt-step.tsx';
import { TrailCard } from './trail-card.tsx';
import { TrailMeta } from './trail-meta.tsx';

/** The best match with its first step, and up to four others. */
export function Answer({ found, isSure }: { readonly found: readonly Found[]; readonly isSure: boolean }) {
  const [best, ...others] = found.filter(({ confidence }, at) => at === 0 || confidence > 0);
  if (best === undefined)
    return (
      <Text role="status">
        {t('No trail fits that. Say it in other words, look through the list below, or go on without one.')}
      </Text>
    );
  return (
    <Stack gap="sm" component="section" className="answer" aria-labelledby="answer">
      <Text id="answer" role="status" c="dimmed" fw={560}>
        {isSure ? t('This trail fits') : t('This trail may fit')}
      </Text>
      <FoundTrail key={best.trail.id} found={best} />
      {others.length > 0 && <Others found={others} isSure={isSure} />}
    </Stack>
  );
}

function Others({ found, isSure }: { readonly found: readonly Found[]; readonly isSure: boolean }) {
  return (
    <section aria-labelledby="others">
      <Title order={2} id="others" mb="sm">
        {isSure ? t('Not what you meant?') : t('These may fit, too')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        {found.map(({ trail }) => (
          <TrailCard key={trail.id} trail={trail} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function FoundTrail({ found: { trail, reason } }: { readonly found: Found }) {
  const detail = useQuery(readableTrail(trail.id));
  return (
    <Stack gap="md" className="found-trail">
      <div>
        <Title order={2} dir="auto" fz="1.375rem">
          <PageAnchor to="/trails/$trailId" params={{ trailId: trail.id }} inherit>
            {trail.title}
          </PageAnchor>
        </Title>
        <Text dir="auto">{trail.description}</Text>
        <Text size="sm" c="dimmed" dir="auto">
          {reason}
        </Text>
        <TrailMeta {...trail} owner={detail.data?.owner} />
      </div>
      <Answered of={detail} rows={4}>
        {(whole) => <FirstStep trail={whole} />}
      </Answered>
    </Stack>
  );
}

function FirstStep({ trail }: { readonly trail: ReadableTrailDetail }) {
  const { person } = useSession();
  const [values, set] = useFilledValues(person.id, trail.id);
  const { prompts = [], setup_guide = '' } = trail.document;
  const [first] = prompts;
  const hasBlanks = prompts.slice(1).some(({ body }) => placeholderNames(body).length > 0);
  return (
    <>
      {setup_guide !== '' && (
        <details className="card trail-guide" open={first === undefined}>
          <summary>{t('Before you start')}</summary>
          <Markdown text={setup_guide} highest={3} />
        </details>
      )}
      {first !== undefined && <PromptStep prompt={first} step={1} values={values} set={set} tools={trail.tools} />}
      <Group>
        <PageAnchor to="/trails/$trailId" params={{ trailId: trail.id }}>
          {prompts.length < 2
            ? t('Open the whole trail')
            : hasBlanks
              ? t('Go on to step 2 of {count}; your text comes along', { count: prompts.length })
              : t('Go on to step 2 of {count}', { count: prompts.length })}
        </PageAnchor>
      </Group>
    </>
  );
}
