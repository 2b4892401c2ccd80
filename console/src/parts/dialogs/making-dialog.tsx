// A dialog with a form that makes something. What is refused stands in it, at its field. A secret that was made is
// shown in the form's place until somebody has it: the dialog stays for it, and while it is on its way. Where the
// answer was lost, the next try leads to what was made.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { isLost, madeIdOf, type Problem, problemOf } from '../../api/problem.ts';
import { Form } from '../forms/form.tsx';
import { type FormErrors, FormProblem, useFormErrors } from '../forms/form-errors.tsx';
import { Copied } from '../secrets/shown-once.tsx';
import { Dialog } from './dialog.tsx';

interface Manners<Fields, Made> {
  readonly make: (fields: Fields) => Promise<Made>;
  /** The fields that a refusal may name, and the slugs that belong to one: as `useFormErrors` takes them. */
  readonly names?: readonly string[];
  readonly slugs?: Readonly<Record<string, string>>;
  /**
   * What is asked for again. A dialog that shows a secret stands in no part of the page that could go with the answer.
   */
  readonly refresh: readonly QueryKey[];
  readonly close: () => void;
  readonly done?: (made: Made) => string;
  /** Once the dialog is closed and something was made. */
  readonly after?: (made: Made) => void;
  /**
   * For what is shown this once: it is shown in the dialog first. Leads to what was made where nobody has its secret,
   * once the dialog is closed over that.
   */
  readonly leadToUnseen?: (id: string) => void;
}

export interface Making<Fields, Made> {
  readonly fields: Fields;
  readonly set: (part: Partial<Fields>) => void;
  readonly errors: FormErrors;
  readonly isPending: boolean;
  /** Nobody knows whether the secret was made. */
  readonly isLost: boolean;
  /** It was made, and nobody has it (Decision 121). */
  readonly unseen: Problem | undefined;
  /** What was made, where it is shown once. */
  readonly made: Made | undefined;
  readonly submit: () => void;
  readonly leave: () => void;
}

/** What is typed stays until it was made; what was refused goes with the dialog. */
export function useMaking<Fields extends object, Made>(
  empty: Fields,
  manners: Manners<Fields, Made>,
): Making<Fields, Made> {
  const { make, names = [], slugs, refresh, close, done, after, leadToUnseen } = manners;
  const isShownOnce = leadToUnseen !== undefined;
  const queries = useQueryClient();
  const [fields, setFields] = useState(empty);
  const errors = useFormErrors(names, slugs);
  const finish = (made: Made): void => {
    setFields(empty);
    close();
    after?.(made);
  };
  const making = useChange(make, {
    onProblem: errors.onProblem,
    refresh,
    ...(done && { done }),
    ...(!isShownOnce && { after: finish }),
  });
  const { data } = making;
  const unseen = madeIdOf(making.error);
  const finishUnseen = (id: string): void => {
    setFields(empty);
    close();
    leadToUnseen?.(id);
  };
  return {
    fields,
    set: (part) => {
      errors.clear();
      setFields((now) => ({ ...now, ...part }));
    },
    errors,
    isPending: making.isPending,
    isLost: isShownOnce && isLost(making.error),
    unseen: unseen === undefined ? undefined : problemOf(making.error),
    made: isShownOnce ? data : undefined,
    submit: () => making.mutate(fields),
    leave: () => {
      if (!isShownOnce) return close();
      if (making.isPending) return;
      making.reset();
      // It may have stood there for long.
      for (const queryKey of refresh) void queries.invalidateQueries({ queryKey });
      if (data !== undefined) finish(data);
      else if (unseen !== undefined) finishUnseen(unseen);
      else close();
    },
  };
}

interface MakingDialogProps<Fields, Made> {
  readonly making: Making<Fields, Made>;
  readonly opened: boolean;
  readonly title: string;
  readonly size?: 'lg';
  /** The button that makes it. */
  readonly button: string;
  readonly isReady?: boolean;
  /** The fields. */
  readonly children: ReactNode;
  /** What is shown this once, and what somebody says who has it. */
  readonly shown?: (made: Made) => ReactNode;
  readonly taken?: string;
}

export function MakingDialog<Fields, Made>(props: MakingDialogProps<Fields, Made>) {
  const { making, opened, title, size, shown, taken } = props;
  const { made, unseen, leave } = making;
  const stays = made !== undefined;
  return (
    <Dialog
      {...{ opened, title, ...(size && { size }) }}
      onClose={leave}
      {...(stays && { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false })}
    >
      {making.isLost && <Lost />}
      {made !== undefined && (
        <Copied onLeave={leave} {...(taken && { confirm: taken })}>
          {shown?.(made)}
        </Copied>
      )}
      {unseen !== undefined && <MadeUnseen problem={unseen} onLeave={leave} />}
      {made === undefined && unseen === undefined && <MakingForm {...props} />}
    </Dialog>
  );
}

function MakingForm<Fields, Made>(props: MakingDialogProps<Fields, Made>) {
  const { making, button, isReady = true, children } = props;
  const { errors } = making;
  return (
    <Form errors={errors} onSubmit={making.submit}>
      <Stack>
        {children}
        <FormProblem errors={errors} />
        <Group justify="flex-end">
          <Button variant="default" onClick={making.leave}>
            Cancel
          </Button>
          <Button type="submit" loading={making.isPending} disabled={!isReady}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

const Lost = () => (
  <Alert color="yellow" variant="light" role="alert" title="It may have been made all the same" mb="md">
    No answer came. Try again: what was made already is not made twice.
  </Alert>
);

/** In place of the form: asking again would make another. */
function MadeUnseen({ problem, onLeave }: { readonly problem: Problem; readonly onLeave: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" variant="light" role="alert" title={problem.title}>
        <Text size="sm">{problem.message}</Text>
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onLeave}>
          Show it
        </Button>
      </Group>
    </Stack>
  );
}
