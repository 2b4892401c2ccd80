// Shown until the session is known, so that a slow service does not leave the window empty.
import { Box } from '@mantine/core';
import { Loading } from '../parts/page/states.tsx';

export const Opening = () => (
  <Box p="xl">
    <Loading />
  </Box>
);
