// The editor of a draft: every field of the document, in the order in which an employee meets it.
import { Stack, Switch, TextInput } from '@mantine/core';
import { LIMITS } from '../../../src/trails/limits.ts';
import { GrowingTextarea } from '../parts/growing-textarea.tsx';
import { Limit } from '../parts/limit.tsx';
import { Section } from '../parts/section.tsx';
import { Checks, issuesAt } from './checks.tsx';
import type { EditorProps } from './editor-props.ts';
import type { FullDocument } from './full-document.ts';
import { GuideField } from './guide-field.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { ToolsField } from './tools-field.tsx';
import { TriggerFields } from './trigger-fields.tsx';

export function Editor(props: EditorProps) {
  const { document, change, issues, providers, readOnly } = props;
  const set = (part: Partial<FullDocument>): void => change({ ...document, ...part });
  return (
    <fieldset className="plain" disabled={readOnly}>
      <Stack gap="md">
        <Section title="The task" hint="What employees read first: written to them, in their words.">
          <div data-field="title">
            <TextInput
              label="Title"
              required
              value={document.title}
              dir="auto"
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
            <Limit text={document.title} max={LIMITS.title.max} />
            <Checks issues={issuesAt(issues, 'title')} />
          </div>
          <div data-field="target_role">
            <TextInput
              label="Role"
              description="Who does this task."
              value={document.target_role}
              dir="auto"
              onChange={(event) => set({ target_role: event.currentTarget.value })}
            />
            <Limit text={document.target_role} max={LIMITS.target_role.max} />
            <Checks issues={issuesAt(issues, 'target_role')} />
          </div>
          <div data-field="description">
            <GrowingTextarea
              label="Description"
              description="What you, the employee, will accomplish, and how AI helps."
              minRows={2}
              value={document.description}
              dir="auto"
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
            <Limit text={document.description} max={LIMITS.description.max} />
            <Checks issues={issuesAt(issues, 'description')} />
          </div>
          <ToolsField value={document.tools} providers={providers} onChange={(tools) => set({ tools })} />
        </Section>
        <TriggerFields {...props} />
        <PromptFields {...props} />
        <Section
          title="Setup guide"
          hint="Tool and mode, what to connect, settings, and what to keep out. Paste or drop images into it."
        >
          <div data-field="setup_guide">
            <GuideField {...props} />
          </div>
          <Limit text={document.setup_guide} max={LIMITS.setup_guide.max} />
          <Checks issues={issuesAt(issues, 'setup_guide')} />
        </Section>
        <Section title="Feedback" hint="Counted once a person and version, and shown to authors only.">
          <Switch
            label="Ask employees whether the trail helped"
            checked={document.feedback_enabled}
            onChange={(event) => set({ feedback_enabled: event.currentTarget.checked })}
          />
        </Section>
      </Stack>
    </fieldset>
  );
}
