// Catalog health: what of the whole catalog needs a hand.
import { Page } from '../parts/page.tsx';

export const HealthPage = () => <Page title="Catalog health">{null}</Page>;
