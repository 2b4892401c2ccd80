// A request for approval: the changes, the trail as employees will see it, and the decision.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { trailApproval } from '../../api/publishing.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import type { Values } from '../../read/filled-values.ts';
import { TrailSteps } from '../../read/trail-steps.tsx';
import { fullDocument } from '../draft/full-document.ts';
import { ApprovalForm } from '../publishing/approval-form.tsx';

export function ApprovalPage() {
  const { trailId = '' } = useParams({ strict: false });
  const { data: detail } = useSuspenseQuery(trailDetail(trailId));
  const approval = useQuery(trailApproval(detail.id, detail.revision));
  const navigate = useNavigate();
  return (
    <Page
      title={detail.title || t('Untitled')}
      lead={detail.document.description}
      crumbs={[{ label: t('Approvals'), to: '/approvals' }]}
      width="reading"
    >
      <Answered of={approval} rows={4}>
        {(found) => (
          <Section title={t('Your decision')} hint={t('Your note reaches the person who asked.')}>
            <ApprovalForm detail={detail} approval={found} isReview after={() => void navigate({ to: '/approvals' })} />
          </Section>
        )}
      </Answered>
      <Draft detail={detail} />
    </Page>
  );
}

function Draft({ detail }: { readonly detail: TrailDetail }) {
  const [values, setValues] = useState<Values>({});
  const { tools, trigger, prompts, setup_guide } = fullDocument(detail.document);
  return (
    <Section title={t('As employees will see it')} hint={t('The placeholders can be filled in. Nothing is saved.')}>
      <TrailSteps
        trail={{ tools, when: trigger.when, prompts, setup_guide }}
        values={values}
        set={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
        isNarrow
      />
    </Section>
  );
}
