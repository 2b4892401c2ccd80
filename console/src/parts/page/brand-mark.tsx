// Logos of AI tools and identity providers, from Simple Icons (CC0) and Tabler (MIT). Others get initials.
import { IconBrandOpenai, IconBrandWindows } from '@tabler/icons-react';
import {
  siClaude,
  siCursor,
  siDeepseek,
  siGoogle,
  siGooglegemini,
  siMistralai,
  siNotebooklm,
  siOkta,
  siPerplexity,
} from 'simple-icons';
import { firstLetterOf } from './person-avatar.tsx';

/** Paths in a 24 by 24 view box. */
const PATHS: Readonly<Record<string, string>> = {
  claude: siClaude.path,
  gemini: siGooglegemini.path,
  perplexity: siPerplexity.path,
  mistral: siMistralai.path,
  deepseek: siDeepseek.path,
  notebooklm: siNotebooklm.path,
  cursor: siCursor.path,
  okta: siOkta.path,
  google: siGoogle.path,
};
const DRAWN = { chatgpt: IconBrandOpenai, entra: IconBrandWindows, copilot: IconBrandWindows } as const;

interface BrandMarkProps {
  /** The id of an AI tool or of a provider's setup guide. */
  readonly id: string;
  readonly name: string;
  /** In pixels. */
  readonly size?: number;
}

/** Decorative, in the text color. */
export function BrandMark({ id, name, size = 16 }: BrandMarkProps) {
  const path = PATHS[id];
  if (path !== undefined)
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden focusable="false">
        <path d={path} />
      </svg>
    );
  const Drawn = isDrawn(id) ? DRAWN[id] : undefined;
  if (Drawn !== undefined) return <Drawn size={size} stroke={1.8} aria-hidden />;
  return (
    <span aria-hidden className="brand-letters" style={{ width: size, height: size, fontSize: size * 0.55 }}>
      {firstLetterOf(name).toLocaleUpperCase()}
    </span>
  );
}

const isDrawn = (id: string): id is keyof typeof DRAWN => Object.hasOwn(DRAWN, id);
