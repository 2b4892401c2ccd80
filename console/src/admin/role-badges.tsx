// Roles by name, as small words side by side.
import type { Role } from '../api/directory.ts';
import { ROLE_NAMES } from './role-names.ts';

export function RoleBadges({ roles }: { readonly roles: readonly Role[] }) {
  const named = roles.filter((role) => role !== 'member');
  const shown = named.length === 0 ? (['member'] as const) : named;
  return (
    <span className="role-badges" title={shown.map((role) => ROLE_NAMES[role]).join(', ')}>
      {shown.map((role) => (
        <span key={role} className="role-badge">
          {ROLE_NAMES[role]}
        </span>
      ))}
    </span>
  );
}
