// For the member page: identity providers that dropped a person whom another one keeps.
export { leftElsewhere } from './left-elsewhere-store.ts';
