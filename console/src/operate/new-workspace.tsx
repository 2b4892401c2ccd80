// Creates a workspace: its name, Owner and contract.
import '@mantine/core/styles/NumberInput.css';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createTeam, type Plan } from '../api/service.ts';
import { type Making, MakingDialog, useMaking } from '../parts/dialogs/making-dialog.tsx';
import { PLAN_OPTIONS } from '../parts/plans.ts';
import { t } from '../parts/texts/t.ts';

const USUAL_PLAN = 'enterprise' as Plan;
const EMPTY = { name: '', ownerName: '', ownerEmail: '', plan: USUAL_PLAN, seats: '' as number | string };
type Fields = typeof EMPTY;

export function NewWorkspace({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const making = useMaking(EMPTY, {
    make: ({ name, ownerName, ownerEmail, plan, seats }) =>
      createTeam({
        name: name.trim(),
        owner: { name: ownerName.trim(), email: ownerEmail.trim() },
        plan,
        seat_limit: typeof seats === 'number' ? seats : null,
      }),
    names: ['name', 'owner.name', 'owner.email', 'seat_limit'],
    refresh: [['teams']],
    close,
    after: ({ id }) => void navigate({ to: '/operator/workspaces/$teamId', params: { teamId: id } }),
  });
  return (
    <MakingDialog making={making} opened={opened} title={t('New workspace')} button={t('Make workspace')}>
      <TextInput label={t('Name')} required {...making.text('name')} />
      <Owner {...making} />
      <Contract {...making} />
    </MakingDialog>
  );
}

type Part = Pick<Making<Fields, unknown>, 'fields' | 'set' | 'text' | 'errors'>;

function Owner({ text }: Part) {
  return (
    <>
      <TextInput label={t("The Owner's name")} required {...text('ownerName', 'owner.name')} />
      <TextInput label={t("The Owner's e-mail address")} type="email" required {...text('ownerEmail', 'owner.email')} />
    </>
  );
}

function Contract({ fields, set, errors }: Part) {
  return (
    <>
      <Select
        label={t('Plan')}
        allowDeselect={false}
        value={fields.plan}
        onChange={(plan) => set({ plan: plan ?? USUAL_PLAN })}
        data={PLAN_OPTIONS}
      />
      <NumberInput
        {...errors.field('seat_limit')}
        label={t('Seats')}
        description={t('Leave empty for no limit.')}
        min={1}
        allowDecimal={false}
        value={fields.seats}
        onChange={(seats) => set({ seats })}
      />
    </>
  );
}
