// A dialog with a form that creates something. Errors appear at their fields. If the result is a secret, the dialog
// replaces the form with it and stays open until the person confirms that they have it. If the response was lost, the
// next attempt leads to the thing that was created.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { isLost, madeIdOf, type Problem, problemOf } from '../../api/problem.ts';
import { Form } from '../forms/form.tsx';
import { type FormErrors, FormProblem, type TextProps, textProps, useFormErrors } from '../forms/form-errors.tsx';
import { Copied } from '../secrets/shown-once.tsx';
import { t } from '../texts/t.ts';
import { Dialog } from './dialog.tsx';

interface MakingOptions<Fields, Made> {
  readonly make: (fields: Fields) => Promise<Made>;
  /** The fields that errors may name, and the slugs that belong to a field. See `useFormErrors`. */
  readonly names?: readonly string[];
  readonly slugs?: Readonly<Record<string, string>>;
  /** Queries to invalidate. A dialog that shows a secret must be mounted outside the components that depend on them. */
  readonly refresh: readonly QueryKey[];
  readonly close: () => void;
  readonly done?: (made: Made) => string;
  /** Called once the dialog is closed and something was created. */
  readonly after?: (made: Made) => void;
  /**
   * Set if the result contains a secret that is shown only once. Called after the dialog closes if the thing was
   * created but its secret never arrived.
   */
  readonly leadToUnseen?: (id: string) => void;
}

export interface Making<Fields, Made> {
  readonly fields: Fields;
  readonly set: (part: Partial<Fields>) => void;
  readonly text: TextProps<Fields>;
  readonly errors: FormErrors;
  readonly isPending: boolean;
  /** True if no response came, so the secret may or may not exist. */
  readonly isLost: boolean;
  /** The refusal saying that the thing was created but its secret was never shown (Decision 121). */
  readonly unseen: Problem | undefined;
  /** The result, if it contains a secret. */
  readonly made: Made | undefined;
  readonly submit: () => void;
  readonly leave: () => void;
}

/** Keeps the typed values until something is created. Closing the dialog clears errors. */
export function useMaking<Fields extends object, Made>(
  empty: Fields,
  options: MakingOptions<Fields, Made>,
): Making<Fields, Made> {
  const { make, names = [], slugs, refresh, close, done, after, leadToUnseen } = options;
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
  const set = (part: Partial<Fields>): void => {
    errors.clear();
    setFields((now) => ({ ...now, ...part }));
  };
  return {
    fields,
    set,
    text: textProps(fields, set, errors),
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
      // The secret may have been on screen for a long time.
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
  /** Label of the submit button. */
  readonly button: string;
  readonly isReady?: boolean;
  readonly children: ReactNode;
  /** Shows the secret, and labels the button that confirms it was copied. */
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
            {t('Cancel')}
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
  <Alert color="yellow" variant="light" role="alert" title={t('It may have been created')} mb="md">
    {t("No answer came. Try again: it won't be created twice.")}
  </Alert>
);

/** Replaces the form, because another attempt would create a second one. */
function MadeUnseen({ problem, onLeave }: { readonly problem: Problem; readonly onLeave: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" variant="light" role="alert" title={problem.title}>
        <Text size="sm">{problem.message}</Text>
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onLeave}>
          {t('Show it')}
        </Button>
      </Group>
    </Stack>
  );
}
