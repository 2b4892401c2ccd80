// Connects a program without a browser: the person types the code that it shows, sees who asks, and answers.
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AppScope, answerDevice, type ConsentRequest, findDevice } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { Page } from '../parts/page/page.tsx';
import { AppAnswer, AppQuestion } from './question.tsx';

export function DevicePage() {
  const device = useDevice();
  if (device.answer !== undefined) {
    return (
      <Page title="Connect a device" width="question">
        <AppAnswer allowed={device.answer === 'allowed'} onward="at your device" asker="device" />
      </Page>
    );
  }
  return (
    <Page
      title="Connect a device"
      lead={device.request === undefined ? 'Type in the code that your device or terminal shows.' : undefined}
      width="question"
    >
      {device.request === undefined ? <CodeForm device={device} /> : <Asked device={device} request={device.request} />}
    </Page>
  );
}

type Device = ReturnType<typeof useDevice>;

/** The three steps: the code, the request, and the answer. */
function useDevice() {
  const [code, write] = useState(codeInAddress);
  const finding = useChange(findDevice, { handled: ['not-found', 'validation', 'rate-limited'] });
  const answering = useChange(async ({ allow, scopes }: { allow: boolean; scopes: AppScope[] }) => {
    await answerDevice(code, allow, scopes);
    return allow ? 'allowed' : 'refused';
  });
  return {
    code,
    write,
    find: () => finding.mutate(code),
    isFinding: finding.isPending,
    refusal: finding.error,
    /** Undefined until the code was found. */
    request: finding.data,
    decide: (allow: boolean, scopes: AppScope[]) => answering.mutate({ allow, scopes }),
    isDeciding: answering.isPending,
    /** Undefined until the person has answered. */
    answer: answering.data,
  };
}

/** The code from `?user_code=…`. The form shows it before anything happens. */
const codeInAddress = (): string => (new URLSearchParams(window.location.search).get('user_code') ?? '').slice(0, 20);

function CodeForm({ device }: { readonly device: Device }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        device.find();
      }}
    >
      <Stack className="card" p="lg" maw={420}>
        {device.refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {problemOf(device.refusal).message}
          </Alert>
        )}
        <TextInput
          label="Code"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="BCDF-GHJK"
          value={device.code}
          error={device.refusal !== null}
          onChange={(event) => device.write(event.currentTarget.value.toUpperCase())}
        />
        <Button type="submit" loading={device.isFinding}>
          Go on
        </Button>
      </Stack>
    </form>
  );
}

interface AskedProps {
  readonly device: Device;
  readonly request: ConsentRequest;
}

/** Focuses the text instead of a button, so that another Enter does not allow anything. */
function Asked({ device, request }: AskedProps) {
  return (
    <Stack>
      <Text ref={focused} tabIndex={-1} style={{ outline: 'none' }}>
        Your device shows <b>{device.code}</b>. If it shows another code, refuse.
      </Text>
      <AppQuestion request={request} way="device" busy={device.isDeciding} answer={device.decide} />
    </Stack>
  );
}

const focused = (text: HTMLElement | null): void => text?.focus();
