// "What are you about to do?": shows the best match with its first step, other candidates, or that there is none. The
// question is in the URL, so Back and reload restore the result.

import { Button, Group, Stack } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { isBlank } from '../../../src/base/text.ts';
import { countCharacters, LIMITS } from '../../../src/trails/document/limits.ts';
import { foundTrails } from '../api/reading.ts';
import { useSession } from '../api/session.ts';
import { keepText, keptText } from '../parts/browser-storage.ts';
import { GrowingTextarea, submitOnEnter } from '../parts/forms/growing-textarea.tsx';
import { late } from '../parts/page/late.tsx';
import { Answered, Loading } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';

const Answer = late(() => import('./answer.tsx').then((file) => file.Answer));

interface AskProps {
  /** The submitted question, or empty. */
  readonly asked: string;
  readonly ask: (text: string) => void;
  /** Example questions, shown in turn in the empty field. */
  readonly ideas: readonly string[];
}

export function Ask({ asked, ask, ideas }: AskProps) {
  const found = useQuery({ ...foundTrails(asked), enabled: asked !== '' });
  const question = useQuestion(asked, (text) => {
    if (text === asked) void found.refetch();
    else ask(text);
  });
  return (
    <Stack gap="md">
      <QuestionForm question={question} isFinding={found.isFetching} ideas={ideas} />
      {asked !== '' && (
        <Answered of={found} rows={6}>
          {({ items, is_sure }) => (
            <Suspense fallback={<Loading rows={6} />}>
              <Answer found={items} isSure={is_sure} />
            </Suspense>
          )}
        </Answered>
      )}
    </Stack>
  );
}

interface Question {
  /** As typed. */
  readonly text: string;
  readonly isEmpty: boolean;
  readonly isTooLong: boolean;
  /** The answer below is for this text. */
  readonly isAnswered: boolean;
  readonly write: (text: string) => void;
  /** Submits the question, unless it is empty or too long. */
  readonly send: () => void;
}

function useQuestion(asked: string, ask: (text: string) => void): Question {
  const [text, write] = useTyped(asked);
  const isEmpty = isBlank(text);
  const isTooLong = countCharacters(text) > LIMITS.draft_text.max;
  const send = (): void => {
    if (!isEmpty && !isTooLong) ask(text.trim());
    // A keyboard on the screen would cover the answer.
    if (window.matchMedia('(pointer: coarse)').matches) (document.activeElement as HTMLElement | null)?.blur();
  };
  return { text, isEmpty, isTooLong, isAnswered: asked !== '' && text.trim() === asked, write, send };
}

interface QuestionFormProps extends Pick<AskProps, 'ideas'> {
  readonly question: Question;
  readonly isFinding: boolean;
}

function QuestionForm({ question, isFinding, ideas }: QuestionFormProps) {
  const idea = useTurning(ideas);
  const { text, isTooLong, send } = question;
  const tooLong = t('Say it in {max} characters: {countCharacters} now.', {
    max: LIMITS.draft_text.max,
    countCharacters: countCharacters(text),
  });
  return (
    <form
      className="card ask"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Group align="flex-end" gap="sm">
        <GrowingTextarea
          flex="1 1 260px"
          variant="unstyled"
          size="lg"
          autoFocus
          minRows={2}
          maxRows={8}
          px={6}
          dir="auto"
          aria-label={t('What are you about to do?')}
          placeholder={idea}
          value={text}
          error={isTooLong && tooLong}
          onChange={(event) => question.write(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
        <Button
          type="submit"
          size="md"
          variant={question.isAnswered ? 'default' : 'filled'}
          loading={isFinding}
          disabled={question.isEmpty || isTooLong}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          {t('Find the trail')}
        </Button>
      </Group>
    </form>
  );
}

/** Storage key of text that was typed but not submitted. It survives a look at a trail and a reload. */
const TYPED = 'cairn.typed';

/**
 * The text of the field. Back and Forward restore submitted questions. Text typed since then is kept in the tab's
 * storage.
 */
function useTyped(asked: string): readonly [string, (text: string) => void] {
  const { person } = useSession();
  const key = `${TYPED}.${person.id}`;
  const [text, setText] = useState(() => asked || (keptText('sessionStorage', key) ?? ''));
  const before = useRef(asked);
  useEffect(() => {
    if (before.current !== asked) setText(asked);
    before.current = asked;
  }, [asked]);
  useEffect(() => keepText('sessionStorage', key, text === asked ? '' : text), [key, text, asked]);
  return [text, setText];
}

const TURN_MS = 6_000;

/** Rotates through the ideas. Shows only the first one if the person prefers reduced motion. */
function useTurning(ideas: readonly string[]): string {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (ideas.length < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setAt((now) => now + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [ideas.length]);
  return ideas[at % Math.max(1, ideas.length)] ?? t('Write back to a customer whose order is late');
}
