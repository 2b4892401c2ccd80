// An app redirected the browser here and waits for the person's decision. If an admin has approved it for everyone, the
// page consents without asking.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { answerConsent, consentRequest } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { isProblem } from '../api/problem.ts';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { NoPage } from '../shell/no-page.tsx';
import { AppAnswer, AppQuestion } from './question.tsx';

type Answer = Parameters<typeof answerConsent>[1];

export function ConsentPage() {
  const { uid = '' } = useParams({ strict: false });
  const request = useQuery(consentRequest(uid));
  const answering = useChange(
    async (answer: Answer) => ({ allow: answer.allow, ...(await answerConsent(uid, answer)) }),
    { after: ({ redirect_to }) => window.location.assign(redirect_to) },
  );
  const isApproved = request.data?.approved === true;
  const { mutate } = answering;
  const isSent = useRef(false);
  useEffect(() => {
    if (!isApproved || isSent.current) return;
    isSent.current = true;
    mutate({ allow: true, unasked: true });
  }, [isApproved, mutate]);
  // A redirect to a custom URL scheme opens the app and leaves this page open.
  if (answering.data !== undefined)
    return (
      <Page title={t('Connect an app')} width="question">
        <AppAnswer allowed={answering.data.allow} onward={t('in the app')} asker="app" />
      </Page>
    );
  // Retrying does not help: only the app can start a new request.
  if (isProblem(request.error, 'not-found'))
    return <NoPage title={t('This request is over')}>{request.error.message}</NoPage>;
  return (
    <Page title={t('Connect an app')} width="question">
      <Answered of={request}>
        {(asked) =>
          asked.approved && answering.error === null ? (
            <Text role="status">{t('Connecting {client} …', { client: asked.client.name })}</Text>
          ) : (
            <AppQuestion
              request={asked}
              way="browser"
              busy={answering.isPending}
              answer={(allow, scopes) => mutate(allow ? { allow, scopes } : { allow })}
            />
          )
        }
      </Answered>
    </Page>
  );
}
