// The place in the corner where the short words stand.
import { Notifications } from '@mantine/notifications';

export const ShownToasts = () => <Notifications position="bottom-right" limit={3} containerWidth={360} />;
