// Builds JSON around parts that are already text or arrive later: members and elements without their brackets.

/** The members of the object, e.g. `"id":"1","name":"One"`. */
export const membersText = (object: Readonly<Record<string, unknown>>): string =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',');

/** The elements of the array, e.g. `"one",2`. */
export const elementsText = (array: readonly unknown[]): string => array.map((one) => JSON.stringify(one)).join(',');
