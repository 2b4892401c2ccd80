// The language that the person sees the console in, in every workspace.
import { useChange } from '../api/change.ts';
import { chooseLanguage, type Session, sessionQuery, useSession } from '../api/session.ts';
import { LanguageSelect } from '../parts/forms/language-select.tsx';
import { Section } from '../parts/forms/section.tsx';
import { keepLanguage, languages } from '../parts/texts/choose-language.ts';
import { t } from '../parts/texts/t.ts';

export function OwnLanguage() {
  const session = useSession();
  const choosing = useChange(chooseLanguage, {
    refresh: [sessionQuery.queryKey],
    after: (next: Session) => {
      if (keepLanguage(next.languages)) window.location.reload();
    },
  });
  if (languages().length === 1) return null;
  return (
    <Section title={t('Language')} hint={t('Trails stay in the language of their authors.')}>
      <LanguageSelect
        label={t('Language of the console')}
        none={t('Same as the browser')}
        value={session.languages.person}
        isSaving={choosing.isPending}
        onChange={(language) => choosing.mutate(language as Session['languages']['person'])}
      />
    </Section>
  );
}
