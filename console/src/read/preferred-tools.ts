// The AI tool that the main button opens: the one that the person chose last, if the trail works in it.
import { useState } from 'react';
import { toolOf } from '../api/reading.ts';
import { useSession } from '../api/session.ts';
import { keepText, keptText } from '../parts/browser-storage.ts';
import { TOOLS_FOR_ANY } from './open-in.ts';

/** The first tool, the others, and a function that stores the person's choice in this browser. */
export function usePreferredTools(
  tools: readonly string[],
): readonly [first: string | undefined, others: readonly string[], prefer: (id: string) => void] {
  const key = `cairn.ai-tool.${useSession().person.id}`;
  const [preferred, setPreferred] = useState(() => keptText('localStorage', key));
  const usable = (tools.length === 0 ? TOOLS_FOR_ANY : tools).filter((id) => toolOf(id).url !== undefined);
  const [first, ...others] = [...usable].sort((one, other) => Number(other === preferred) - Number(one === preferred));
  const prefer = (id: string): void => {
    keepText('localStorage', key, id);
    setPreferred(id);
  };
  return [first, others, prefer];
}
