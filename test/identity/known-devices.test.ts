import { describe, expect, it } from 'vitest';
import { knownDevices } from '../../src/identity/known-devices.ts';

const devices = knownDevices(() => ['secret of the service']);
const [ANA, BEN] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'];

describe('a known device', () => {
  it('is known only for the people who signed in there', () => {
    const first = devices.read(devices.remember(undefined, ANA));
    if (first === undefined) throw new Error('not read');
    expect([ANA, BEN].map((person) => devices.isKnown(first, person))).toEqual([true, false]);
    const shared = devices.read(devices.remember(first, BEN));
    if (shared === undefined) throw new Error('not read');
    expect(shared.id).toBe(first.id);
    expect([ANA, BEN].map((person) => devices.isKnown(shared, person))).toEqual([true, true]);
  });

  it('does not grow when the same person signs in again, and remembers up to four people', () => {
    let value = devices.remember(undefined, ANA);
    expect(devices.remember(devices.read(value), ANA)).toBe(value);
    for (const person of ['b', 'c', 'd', 'e']) value = devices.remember(devices.read(value), person);
    const device = devices.read(value);
    expect(device && ['b', 'c', 'd', 'e', ANA].map((person) => devices.isKnown(device, person))).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });

  it('accepts only cookies that the service has written', () => {
    const value = devices.remember(undefined, ANA);
    const [id, signature, mark] = value.split('.');
    for (const forged of ['', '.', 'x.y.z', `${id}`, `${id}..${mark}`, `x${value}`, `${id}.${mark}.${mark}`])
      expect(devices.read(forged)).toBeUndefined();
    expect(knownDevices(() => ['another secret']).read(value)).toBeUndefined();
    const other = devices.read(devices.remember(undefined, BEN));
    // The cookie of another device.
    expect(devices.isKnown({ id: other?.id ?? '', marks: [mark ?? '', signature ?? ''] }, ANA)).toBe(false);
  });

  it('is still known after the secret was rotated, and is then signed with the new one', () => {
    const value = devices.remember(undefined, ANA);
    const rotated = knownDevices(() => ['new secret of the service', 'secret of the service']);
    const device = rotated.read(value);
    expect(device && rotated.isKnown(device, ANA)).toBe(true);
    const renewed = rotated.remember(device, ANA);
    expect(renewed.split('.')).toHaveLength(3);
    expect(knownDevices(() => ['new secret of the service']).read(renewed)).toMatchObject({ id: device?.id });
    expect(devices.read(renewed)).toBeUndefined();
  });

  it('does not reveal the people whom it knows', () => {
    expect(devices.remember(undefined, ANA)).not.toContain(ANA);
  });
});
