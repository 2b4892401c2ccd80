// The link to the workspace's identity provider. It gets the focus, so that Enter follows it.
import { Button } from '@mantine/core';
import { ssoAddress } from '../api/sign-in.ts';
import { t } from '../parts/texts/t.ts';

interface CompanySignInProps {
  readonly team: string;
  /** The page to open afterwards. */
  readonly to: string;
  readonly size: 'sm' | 'md';
}

export function CompanySignIn({ team, to, size }: CompanySignInProps) {
  return (
    <Button component="a" href={ssoAddress(team, to)} size={size} fullWidth ref={focus}>
      {t("Use your company's sign-in")}
    </Button>
  );
}

/** `autofocus` does not work on links. */
const focus = (link: HTMLAnchorElement | null): void => link?.focus();
