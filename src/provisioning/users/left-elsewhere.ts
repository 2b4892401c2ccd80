// For the member page: identity providers that no longer have a person whom another one keeps.
export { leftElsewhere } from './left-elsewhere-store.ts';
