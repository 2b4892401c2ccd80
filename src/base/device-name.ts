// Names that Windows keeps for devices: no file and no folder there has one, and an archive with one does not unpack.
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** True for such a name; `name` is in lower case. */
export const isDeviceName = (name: string): boolean => DEVICES.test(name);
