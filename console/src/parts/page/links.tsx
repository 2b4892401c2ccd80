// Mantine's links to pages of the console. The router's types check the page and its parameters.
import { Anchor, type AnchorProps, Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

export const PageAnchor = createLink((props: AnchorProps & ElementProps<'a', keyof AnchorProps>) => (
  <Anchor {...props} />
));

export const PageButton = createLink((props: ButtonProps & ElementProps<'a', keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
