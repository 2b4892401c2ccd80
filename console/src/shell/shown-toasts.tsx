// The place in the corner where the short words stand.
import { Notifications } from '@mantine/notifications';
import '../parts/not-loaded.tsx';

export const ShownToasts = () => <Notifications position="bottom-right" limit={3} containerWidth={360} />;
