// Signs out on request and clears this tab's data. Signing in again leads to `to`.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../api/change.ts';
import { signOut } from '../api/sign-in.ts';
import { releaseWork } from '../parts/forms/held-work.ts';

export function useSigningOut(to = '/') {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useChange(signOut, {
    after: () => {
      releaseWork();
      queries.clear();
      void navigate({ to: '/sign-in', search: { to, error: '' } });
    },
  });
}
