// A new draft needs only a name for its task; everything else is written in the editor.
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../../src/base/blank.ts';
import { LIMITS } from '../../../../src/trails/limits.ts';
import { createTrail } from '../../api/trails.ts';
import { MakingDialog, useMaking } from '../../parts/making-dialog.tsx';

export function NewTrail({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const making = useMaking(
    { title: '' },
    {
      make: ({ title }) => createTrail({ title: title.trim() }),
      names: ['title'],
      refresh: [['trails', 'list']],
      close,
      after: ({ id }) => void navigate({ to: '/write/$trailId', params: { trailId: id } }),
    },
  );
  const { fields, set, errors } = making;
  const isTooLong = fields.title.length > LIMITS.title.max;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title="New trail"
      button="Create draft"
      isReady={!isBlank(fields.title) && !isTooLong}
      isCancellable
    >
      <TextInput
        {...errors.field('title')}
        label="What will the employee get done?"
        description="Start with a verb: it is the title they see."
        placeholder="Reply to a late-payment notice"
        {...(isTooLong && { error: `A title has at most ${LIMITS.title.max} characters.` })}
        dir="auto"
        data-autofocus
        value={fields.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
    </MakingDialog>
  );
}
