// A new draft needs only a name for its task; everything else is written in the editor.

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isBlank } from '../../../src/base/blank.ts';
import { LIMITS } from '../../../src/trails/limits.ts';
import { useChange } from '../api/change.ts';
import { createTrail } from '../api/trails.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';

export function NewTrail({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const errors = useFormErrors(['title']);
  const creating = useChange(createTrail, {
    onProblem: errors.onProblem,
    refresh: [['trails', 'list']],
    after: (trail) => {
      setTitle('');
      close();
      void navigate({ to: '/write/$trailId', params: { trailId: trail.id } });
    },
  });
  return (
    <Dialog opened={opened} onClose={close} title="New trail" centered>
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          if (!isBlank(title)) creating.mutate(title.trim());
        }}
      >
        <Stack>
          <TextInput
            label="What will the employee get done?"
            description="Start with a verb: it is the title they see."
            placeholder="Reply to a late-payment notice"
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={
              title.length > LIMITS.title.max
                ? `A title has at most ${LIMITS.title.max} characters.`
                : errors.field('title').error
            }
            dir="auto"
            data-autofocus
          />
          <FormProblem errors={errors} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={creating.isPending}
              disabled={isBlank(title) || title.length > LIMITS.title.max}
            >
              Create draft
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
