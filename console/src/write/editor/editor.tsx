// The editor of a draft, with the fields in the order in which employees see them.
import { Stack, Switch, TextInput } from '@mantine/core';
import { LIMITS } from '../../../../src/trails/document/limits.ts';
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx';
import { Limit } from '../../parts/forms/limit.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { Checks, issuesAt } from '../draft/checks.tsx';
import type { EditorProps } from '../draft/editor-props.ts';
import type { FullDocument } from '../draft/full-document.ts';
import { GuideField } from '../guide/guide-field.tsx';
import { LimitedField } from './limited-field.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { ToolsField } from './tools-field.tsx';
import { TriggerFields } from './trigger-fields.tsx';

export function Editor(props: EditorProps) {
  const { document, change, issues, readOnly } = props;
  return (
    <fieldset className="plain" disabled={readOnly}>
      <Stack gap="md">
        <TaskFields {...props} />
        <TriggerFields {...props} />
        <PromptFields {...props} />
        <Section
          title={t('Setup guide')}
          hint={t('The tool and its mode, connections, settings, and what to leave out. Paste or drop images here.')}
        >
          <div data-field="setup_guide">
            <GuideField {...props} />
          </div>
          <Limit text={document.setup_guide} max={LIMITS.setup_guide.max} />
          <Checks issues={issuesAt(issues, 'setup_guide')} />
        </Section>
        <Section title={t('Feedback')} hint={t('One vote per person and version, visible only to authors.')}>
          <Switch
            label={t('Ask employees whether the trail helped')}
            checked={document.feedback_enabled}
            onChange={(event) => change({ ...document, feedback_enabled: event.currentTarget.checked })}
          />
        </Section>
      </Stack>
    </fieldset>
  );
}

/** The fields that describe the task, its audience and its tools. */
function TaskFields({ document, change, issues, providers }: EditorProps) {
  const set = (part: Partial<FullDocument>): void => change({ ...document, ...part });
  const { title, target_role, description, tools } = document;
  return (
    <Section title={t('The task')} hint={t('Employees read this first. Write to them, in their words.')}>
      <LimitedField path="title" text={title} max={LIMITS.title.max} issues={issues}>
        <TextInput
          label={t('Title')}
          required
          value={title}
          dir="auto"
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
      </LimitedField>
      <LimitedField path="target_role" text={target_role} max={LIMITS.target_role.max} issues={issues}>
        <TextInput
          label={t('Role')}
          description={t('The role that does this task.')}
          value={target_role}
          dir="auto"
          onChange={(event) => set({ target_role: event.currentTarget.value })}
        />
      </LimitedField>
      <LimitedField path="description" text={description} max={LIMITS.description.max} issues={issues}>
        <GrowingTextarea
          label={t('Description')}
          description={t('What you will accomplish, and how AI helps. Employees read this.')}
          minRows={2}
          value={description}
          dir="auto"
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </LimitedField>
      <ToolsField value={tools} providers={providers} onChange={(chosen) => set({ tools: chosen })} />
    </Section>
  );
}
