// Device names reserved by Windows. Files and folders cannot have them, and archives with them do not unpack there.
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** True for a reserved name. `name` must be in lower case. */
export const isDeviceName = (name: string): boolean => DEVICES.test(name);
