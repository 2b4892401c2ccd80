// Before it is known who is here: a service that takes its time leaves nobody before an empty window.
import { Box } from '@mantine/core';
import { Loading } from '../parts/page/states.tsx';

export const Opening = () => (
  <Box p="xl">
    <Loading />
  </Box>
);
