// Checksums of tokens, card numbers and bank accounts.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309) of an ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(at)) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: number): string {
  let digits = '';
  for (let rest = value; digits.length < 6; rest = Math.floor(rest / 62)) digits = BASE62.charAt(rest % 62) + digits;
  return digits;
}

/** GitHub and npm: the last six characters of a token are the CRC-32 of its random part, in base 62. */
export const hasTokenChecksum = (random: string): boolean => base62(crc32(random.slice(0, -6))) === random.slice(-6);

/** The Luhn check of card numbers (ISO/IEC 7812-1). `digits` contains only digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const value = at % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The check of an IBAN without spaces (ISO 13616): remainder 1 modulo 97. */
export function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
