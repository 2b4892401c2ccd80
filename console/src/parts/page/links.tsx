// The kit's links to a page of the console. The router's types check which page it is and what stands in its address.
import { Anchor, type AnchorProps, Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

export const PageAnchor = createLink((props: AnchorProps & ElementProps<'a', keyof AnchorProps>) => (
  <Anchor {...props} />
));

export const PageButton = createLink((props: ButtonProps & ElementProps<'a', keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
