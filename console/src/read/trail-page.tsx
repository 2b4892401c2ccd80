// A trail for its readers: placeholders, prompts to copy, the setup guide, and the vote.
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { trailDownload } from '../api/downloads.ts';
import { isProblem } from '../api/problem.ts';
import { type ReadableTrailDetail, readableTrail } from '../api/reading.ts';
import { canWrite, useSession } from '../api/session.ts';
import { DrawnTrail } from '../parts/page/drawings.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Empty, Failure, Loading } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { Star } from './favourites.tsx';
import { useFilledValues } from './filled-values.ts';
import { Helpful } from './helpful.tsx';
import { noteOpened } from './recent.ts';
import { TrailMeta } from './trail-meta.tsx';
import { TrailSteps } from './trail-steps.tsx';

const HOME_CRUMB = [{ label: t('Home'), to: '/trails' }] as const;

export function TrailPage() {
  const { trailId = '' } = useParams({ strict: false });
  const trail = useQuery(readableTrail(trailId));
  if (trail.data !== undefined) return <Trail trail={trail.data} />;
  if (trail.isPending) return <Loading rows={8} />;
  if (isProblem(trail.error, 'not-found')) return <NotForYou trailId={trailId} />;
  return (
    <Page title={t('This trail cannot be shown')} crumbs={HOME_CRUMB} width="reading">
      <Failure thrown={trail.error} retry={() => void trail.refetch()} />
    </Page>
  );
}

function Trail({ trail }: { readonly trail: ReadableTrailDetail }) {
  const session = useSession();
  const [values, set] = useFilledValues(session.person.id, trail.id);
  useEffect(() => noteOpened(session.person.id, trail.id), [session.person.id, trail.id]);
  const { prompts = [], setup_guide = '', trigger } = trail.document;
  return (
    <Page
      title={trail.title}
      lead={
        <>
          <Text c="dimmed">{trail.description}</Text>
          <TrailMeta {...trail} />
        </>
      }
      crumbs={HOME_CRUMB}
      actions={<Star trail={trail} isMarked={trail.is_favourite} className="no-print" />}
    >
      <TrailSteps
        trail={{ tools: trail.tools, when: trigger?.when ?? '', prompts, setup_guide }}
        values={values}
        set={set}
      />
      {trail.feedback_enabled && <Helpful trail={trail} />}
      <Group className="no-print">
        <Button
          component="a"
          href={trailDownload(trail.id)}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {t('Download as skill')}
        </Button>
      </Group>
    </Page>
  );
}

/** Not published, deleted, or restricted to others. Authors can still open it in the editor. */
function NotForYou({ trailId }: { readonly trailId: string }) {
  const mayWrite = canWrite(useSession());
  return (
    <Page title={t("You don't have access to this trail")} crumbs={HOME_CRUMB} width="reading">
      <Empty
        title={mayWrite ? t('Employees without access do not see it') : t('It was deleted or is meant for others')}
        drawing={<DrawnTrail />}
        action={
          mayWrite ? (
            <PageAnchor to="/write/$trailId" params={{ trailId }}>
              {t('Open it in the editor')}
            </PageAnchor>
          ) : (
            <PageAnchor to="/trails">{t('All trails')}</PageAnchor>
          )
        }
      >
        {mayWrite
          ? t(
              'It is a draft, archived, or restricted to people other than you. The editor shows it as employees would see it.',
            )
          : t('Ask the person who gave you the link, or look for another trail.')}
      </Empty>
    </Page>
  );
}
