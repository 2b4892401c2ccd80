// An app redirected the browser here and waits for the answer.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type AppScope, answerConsent, consentRequest } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { isProblem } from '../api/problem.ts';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { NoPage } from '../shell/no-page.tsx';
import { AppAnswer, AppQuestion } from './question.tsx';

export function ConsentPage() {
  const { uid = '' } = useParams({ strict: false });
  const request = useQuery(consentRequest(uid));
  const answering = useChange(
    async ({ allow, scopes }: { allow: boolean; scopes: AppScope[] }) => ({
      allow,
      ...(await answerConsent(uid, allow, scopes)),
    }),
    { after: ({ redirect_to }) => window.location.assign(redirect_to) },
  );
  // A redirect to a custom URL scheme opens the app and leaves this page open.
  if (answering.data !== undefined)
    return (
      <Page title="Connect an app" width="question">
        <AppAnswer allowed={answering.data.allow} onward="in the app" asker="app" />
      </Page>
    );
  // Retrying does not help: only the app can start a new request.
  if (isProblem(request.error, 'not-found'))
    return <NoPage title="This request is over">{request.error.message}</NoPage>;
  return (
    <Page title="Connect an app" width="question">
      <Answered of={request}>
        {(asked) => (
          <AppQuestion
            request={asked}
            way="browser"
            busy={answering.isPending}
            answer={(allow, scopes) => answering.mutate({ allow, scopes })}
          />
        )}
      </Answered>
    </Page>
  );
}
