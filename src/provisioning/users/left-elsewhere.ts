// Who left in one identity provider and is kept by another, for the page of the person.
export { leftElsewhere } from './left-elsewhere-store.ts';
