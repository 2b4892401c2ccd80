// A live preview of the draft for desktop or phone, with placeholders that can be filled in.
import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { t } from '../../parts/texts/t.ts';
import type { Values } from '../../read/filled-values.ts';
import { TrailSteps } from '../../read/trail-steps.tsx';
import type { FullDocument } from '../draft/full-document.ts';

interface EditorPreviewProps {
  readonly document: FullDocument;
  /** True if the person just opened the preview. It scrolls into view if it is below the form. */
  readonly isAsked: boolean;
  /** Returns to the form above. */
  readonly leave: () => void;
}

export function EditorPreview({ document, isAsked, leave }: EditorPreviewProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked && !isBeside()) frame.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  const [device, setDevice] = useState('desktop');
  const [values, setValues] = useState<Values>({});
  const seen = useDeferredValue(document);
  return (
    <section ref={frame} className="card editor-preview" aria-label={t('As employees see it')} data-device={device}>
      <Group justify="space-between" mb="md">
        <Text size="sm" fw={600}>
          {t('As employees see it')}
        </Text>
        <SegmentedControl
          visibleFrom="sm"
          size="xs"
          value={device}
          onChange={setDevice}
          aria-label={t('Width of the preview')}
          data={[
            { value: 'desktop', label: t('Desktop') },
            { value: 'phone', label: t('Phone') },
          ]}
        />
      </Group>
      <Button size="xs" variant="default" mb="md" hiddenFrom="lg" onClick={leave}>
        {t('Back to the form')}
      </Button>
      <div className="preview-page">
        <Stack gap="md">
          <div>
            <Title order={2} fz="1.5rem" dir="auto">
              {seen.title || t('Untitled')}
            </Title>
            <Text c="dimmed" mt={4} dir="auto">
              {seen.description}
            </Text>
          </div>
          <TrailSteps
            trail={{ tools: seen.tools, when: seen.trigger.when, prompts: seen.prompts, setup_guide: seen.setup_guide }}
            values={values}
            set={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            isNarrow
          />
        </Stack>
      </div>
    </section>
  );
}

/** The same breakpoint as in style.css, `.editor`. */
const isBeside = (): boolean => window.matchMedia('(min-width: 75em)').matches;
