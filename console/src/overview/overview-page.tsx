// The overview: the to-do list, upcoming events, then people, directory sync and trails over the last days. Authors see
// only trails, admins see everything.
import './overview.css';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { canManage, useSession } from '../api/session.ts';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { Coming } from './coming.tsx';
import { HandList } from './hand-list.tsx';
import { type Overview, overview } from './overview-api.ts';
import { SeatsCard, SyncCard } from './people-cards.tsx';
import { UnansweredCard, UseCard } from './trail-cards.tsx';

export function OverviewPage() {
  const asked = useQuery(overview);
  return (
    <Page title={t('Overview')} lead={t('What needs your attention, and how the last 30 days went.')}>
      <Answered of={asked} rows={8}>
        {(answer) => <Cards answer={answer} />}
      </Answered>
    </Page>
  );
}

function Cards({ answer }: { readonly answer: Overview }) {
  const { hands, coming, seats, sync } = answer;
  const manages = canManage(useSession());
  return (
    <>
      <div className="overview-top">
        <HandList hands={hands} />
        <Coming coming={coming} trails={answer.trails} />
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg">
        {manages && seats !== null && <SeatsCard seats={seats} answer={answer} />}
        {manages && sync !== null && <SyncCard sync={sync} answer={answer} />}
        <UseCard answer={answer} />
        <UnansweredCard answer={answer} />
      </SimpleGrid>
    </>
  );
}
