// Ways to leave that the router cannot block, because the session ends or switches first: signing out and changing
// workspaces. They ask the same questions as leaving a page.
import { type ReactNode, useState } from 'react';
import { Question } from '../parts/dialogs/confirm.tsx';
import { useGuarded } from '../parts/forms/held-work.ts';
import { t } from '../parts/texts/t.ts';

export interface WayOut {
  /** The label of the button: "Sign out". */
  readonly word: string;
  readonly act: () => Promise<unknown>;
}

export interface WaysOut {
  /** Leaves, or asks first. */
  readonly go: (way: WayOut) => void;
  /** True if leaving would ask first. */
  readonly isGuarded: boolean;
  /** The dialog, to be rendered somewhere. */
  readonly question: ReactNode;
}

export function useWayOut(): WaysOut {
  const isGuarded = useGuarded();
  const [way, setWay] = useState<WayOut>();
  const [isAsking, setAsking] = useState(false);
  const go = (next: WayOut): void => {
    setWay(next);
    if (isGuarded) setAsking(true);
    else
      next.act().catch(() => {
        // The change itself has reported the reason.
      });
  };
  const question = (
    <Question
      title={`${way?.word}?`}
      confirm={way?.word ?? ''}
      opened={isAsking}
      close={() => setAsking(false)}
      onConfirm={async () => way?.act()}
    >
      {t('Something on this page is not saved or is shown only once. If you continue, it is lost.')}
    </Question>
  );
  return { go, isGuarded, question };
}
