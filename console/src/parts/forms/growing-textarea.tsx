// A field as high as what is written in it. By the style sheet where the browser can: measuring each field by a script
// lays out the whole page once for every field.
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
  // A word without end makes it no wider.
  return <Textarea rows={minRows} miw={0} styles={{ input }} {...field} />;
}

/** For the one field of a form that asks something: Enter asks it, and Shift+Enter begins a line. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
