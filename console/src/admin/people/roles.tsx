// A field that selects roles.
import { Checkbox, Stack } from '@mantine/core';
import type { GrantableRole } from '../../api/directory.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';

const ABOUT: Readonly<Record<GrantableRole, string>> = {
  admin: t('runs the workspace: members, groups, sync, keys, settings'),
  publisher: t('writes trails and publishes them'),
  author: t('writes trails'),
  manager: t('sees the people who report to them'),
  member: t('reads trails, as every active member does'),
};
const GRANTABLE: readonly GrantableRole[] = ['admin', 'publisher', 'author', 'manager', 'member'];

interface RolesFieldProps {
  readonly label: string;
  readonly value: readonly GrantableRole[];
  readonly onChange: (roles: GrantableRole[]) => void;
}

export function RolesField({ label, value, onChange }: RolesFieldProps) {
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={onChange}>
      <Stack gap={8} mt={8}>
        {GRANTABLE.map((role) => (
          <Checkbox key={role} value={role} label={`${ROLE_NAMES[role]}: ${ABOUT[role]}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
