// Roles as badges in a row.
import '../../parts/lists/rows.css';
import type { Role } from '../../api/directory.ts';
import { ROLE_NAMES } from '../role-names.ts';

export function RoleBadges({ roles }: { readonly roles: readonly Role[] }) {
  const shown = roles.filter((role) => role !== 'member');
  // Everyone is a member, so that role gets no badge.
  if (shown.length === 0) return <span className="role-none">{ROLE_NAMES.member}</span>;
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
