// The way in by the workspace's identity provider. It has the focus as it comes: Enter alone takes it.
import { Button } from '@mantine/core';
import { ssoAddress } from '../api/sign-in.ts';

interface CompanySignInProps {
  readonly team: string;
  /** Where it leads to afterwards. */
  readonly to: string;
  readonly size: 'sm' | 'md';
}

export function CompanySignIn({ team, to, size }: CompanySignInProps) {
  return (
    <Button component="a" href={ssoAddress(team, to)} size={size} fullWidth ref={focus}>
      Use your company's sign-in
    </Button>
  );
}

/** The attribute `autofocus` does nothing at a link. */
const focus = (link: HTMLAnchorElement | null): void => link?.focus();
