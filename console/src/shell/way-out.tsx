// The ways out that the router does not see, because the session ends or moves first: signing out, another workspace.
// What asks before its page is left asks before these as well.
import { type ReactNode, useState } from 'react';
import { Question } from '../parts/dialogs/confirm.tsx';
import { useGuarded } from '../parts/forms/held-work.ts';

export interface WayOut {
  /** What the button says: "Sign out". */
  readonly word: string;
  readonly act: () => Promise<unknown>;
}

export interface WaysOut {
  /** Takes the way out, or asks first. */
  readonly go: (way: WayOut) => void;
  /** It would ask first. */
  readonly isGuarded: boolean;
  /** Stands where it is drawn. */
  readonly question: ReactNode;
}

export function useWayOut(): WaysOut {
  const isGuarded = useGuarded();
  const [way, setWay] = useState<WayOut>();
  const [isAsking, setAsking] = useState(false);
  const go = (wanted: WayOut): void => {
    setWay(wanted);
    if (isGuarded) setAsking(true);
    else
      wanted.act().catch(() => {
        // The change has told why.
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
      Something on this page is not saved, or is shown only this once. If you go on, it is lost.
    </Question>
  );
  return { go, isGuarded, question };
}
