// A program without a browser shows a code: the person types it in here, sees who asks, and answers.
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AppScope, answerDevice, findDevice } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { Page } from '../parts/page.tsx';
import { AppQuestion } from './question.tsx';

export function DevicePage() {
  const [code, setCode] = useState(codeInAddress);
  const [answer, setAnswer] = useState<'allowed' | 'refused'>();
  const finding = useChange(findDevice, { handled: ['not-found', 'validation', 'rate-limited'] });
  const answering = useChange(
    ({ allow, scopes }: { allow: boolean; scopes: AppScope[] }) => answerDevice(code, allow, scopes),
    {},
  );
  const decide = (allow: boolean, scopes: AppScope[]): void => {
    answering.mutateAsync({ allow, scopes }).then(
      () => setAnswer(allow ? 'allowed' : 'refused'),
      () => undefined, // Told by the change itself.
    );
  };
  if (answer !== undefined) {
    return (
      <Page title="Connect a device" width="reading">
        <Alert color={answer === 'allowed' ? 'pine' : 'yellow'} variant="light" role="status">
          {answer === 'allowed' ? 'Done. Go on at your device.' : 'Refused. The device is told.'}
        </Alert>
      </Page>
    );
  }
  return (
    <Page title="Connect a device" lead="Type in the code that your device or terminal shows." width="reading">
      {finding.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            finding.mutate(code);
          }}
        >
          <Stack className="card" p="lg" maw={420}>
            {finding.error !== null && (
              <Alert color="red" variant="light" role="alert">
                {problemOf(finding.error).message}
              </Alert>
            )}
            <TextInput
              label="Code"
              required
              autoComplete="off"
              spellCheck={false}
              placeholder="BCDF-GHJK"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
            />
            <Button type="submit" loading={finding.isPending}>
              Go on
            </Button>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Text>
            Your device shows <b>{code}</b>. If it shows another code, refuse.
          </Text>
          <AppQuestion request={finding.data} way="device" busy={answering.isPending} answer={decide} />
        </Stack>
      )}
    </Page>
  );
}

/** The code that an address with `?user_code=…` brings; the person still sees it before anything happens. */
const codeInAddress = (): string => (new URLSearchParams(window.location.search).get('user_code') ?? '').slice(0, 20);
