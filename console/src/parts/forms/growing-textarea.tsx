// A textarea that grows with its text. Uses CSS where supported: measuring each field in a script lays out the whole
// page once per field.
import { Textarea, type TextareaProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

const GROWS = CSS.supports('field-sizing', 'content');

type GrowingProps = Omit<TextareaProps, 'autosize' | 'styles' | 'rows'>;

export function GrowingTextarea({ minRows = 1, maxRows, ...field }: GrowingProps) {
  if (!GROWS) return <Textarea autosize minRows={minRows} {...(maxRows !== undefined && { maxRows })} {...field} />;
  const lines = (rows: number): string => `calc(${rows} * 1lh + 2 * var(--input-padding-y, 0px) + 2px)`;
  const input = {
    fieldSizing: 'content' as const,
    minHeight: lines(minRows),
    ...(maxRows === undefined ? { overflow: 'hidden' } : { maxHeight: lines(maxRows) }),
  };
  // Without a minimum width of 0, a long word would widen the field.
  return <Textarea rows={minRows} miw={0} styles={{ input }} {...field} />;
}

/** For forms with a single text field: Enter submits, Shift+Enter adds a line. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
