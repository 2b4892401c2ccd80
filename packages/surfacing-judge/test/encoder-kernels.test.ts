// Compares the kernels of the encoder, in WebAssembly and JavaScript, with sums computed here.
import { describe, expect, it } from 'vitest';
import { attentionKernel } from '../src/encoder/attention-kernel.ts';
import { largestInput, matrixKernels } from '../src/encoder/matrix-kernel.ts';
import { wasm } from '../src/encoder/webassembly.ts';
import { wholeRow } from '../src/encoder/whole-rows.ts';

const WAYS = { WebAssembly: false, JavaScript: true };
const [PANEL, INPUT, SCALES, OUTPUT] = [0, 40_960, 57_344, 61_440];
/** The number of columns fills three panels. */
const COLUMNS = 24;
const LENGTHS = [256, 512, 1536];

function space() {
  const memory = new wasm.Memory({ initial: 1 });
  const { buffer } = memory;
  return {
    memory,
    bytes: new Int8Array(buffer),
    whole: new Int16Array(buffer, INPUT),
    floats: new Float32Array(buffer),
    scales: new Float32Array(buffer, SCALES),
    output: new Float32Array(buffer, OUTPUT),
  };
}

/**
 * The result of a kernel for rows and columns of these numbers, each with a scale, with results of at least `least`.
 */
function multiplied(plain: boolean, rows: number, length: number, least: number, size: (place: number) => number) {
  const { memory, bytes, whole, scales, output } = space();
  for (let at = 0; at < COLUMNS * length; at++) bytes[PANEL + at] = Math.round(127 * size(at));
  for (let at = 0; at < rows * length; at++) whole[at] = Math.round(largestInput(length) * size(at + 5));
  const [own, scale, bias] = [0, 4, 4 + COLUMNS];
  for (let at = 0; at < bias + COLUMNS; at++) scales[at] = 1 + at / 8;
  output.fill(-1, 0, 4 * COLUMNS + 1);
  const place = (at: number) => SCALES + 4 * at;
  const kernel = matrixKernels(memory, plain)[rows - 1];
  kernel?.(
    INPUT,
    2 * length,
    place(own),
    PANEL,
    place(scale),
    place(bias),
    OUTPUT,
    4 * COLUMNS,
    length,
    COLUMNS,
    least,
  );
  const expected = Array.from({ length: COLUMNS * rows }, (_, at) => {
    const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
    const panel = PANEL + 8 * length * Math.floor(column / 8);
    let sum = 0;
    for (let pair = 0; pair < length; pair += 2) {
      for (const one of [0, 1]) {
        sum += (whole[row * length + pair + one] ?? 0) * (bytes[panel + 8 * pair + 2 * (column % 8) + one] ?? 0);
      }
    }
    const unit = Math.fround((scales[own + row] ?? 0) * (scales[scale + column] ?? 0));
    return Math.max(least, Math.fround(Math.fround(Math.fround(sum) * unit) + (scales[bias + column] ?? 0)));
  });
  return { given: [...output.slice(0, COLUMNS * rows)], expected, behind: output[COLUMNS * rows] };
}

describe.each(Object.entries(WAYS))('the kernels in %s', (_, plain) => {
  it.each(LENGTHS)('multiply one to four rows of %i numbers', (length) => {
    for (const rows of [1, 2, 3, 4]) {
      const { given, expected, behind } = multiplied(plain, rows, length, Number.NEGATIVE_INFINITY, Math.sin);
      expect(given).toEqual(expected);
      expect(behind).toBe(-1);
    }
  });

  it.each(LENGTHS)('do not overflow with %i of the largest numbers', (length) => {
    for (const sign of [1, -1]) {
      const { given, expected } = multiplied(plain, 4, length, Number.NEGATIVE_INFINITY, (at) => (at < 5 ? 1 : sign));
      expect(given).toEqual(expected);
    }
  });

  it('clamp results to the minimum', () => {
    const { given, expected } = multiplied(plain, 4, 256, 0, Math.sin);
    expect(given).toEqual(expected);
    expect(Math.min(...given)).toBe(0);
  });

  it('quantize a row to integers, including a row of zeros', () => {
    const { memory, floats, whole, scales } = space();
    const row = Array.from({ length: 256 }, (_, at) => Math.fround(Math.sin(at)));
    floats.set(row);
    wholeRow(memory, plain)(0, INPUT, 256, SCALES, 1000);
    const largest = Math.max(...row.map(Math.abs));
    expect(scales[0]).toBeCloseTo(largest / 1000, 8);
    expect([...whole.slice(0, 256)]).toEqual(row.map((one) => Math.round((one * 1000) / largest) + 0));
    floats.fill(0, 0, 256);
    wholeRow(memory, plain)(0, INPUT, 256, SCALES, 1000);
    expect(scales[0]).toBe(0);
    expect(whole.slice(0, 256)).toEqual(new Int16Array(256));
  });

  it('compute the products of rows and their weighted sum', () => {
    const { memory, floats, output } = space();
    for (let at = 0; at < 2048; at++) floats[at] = at % 7;
    const { products, mixture } = attentionKernel(memory, plain);
    // Rows of 64 numbers, 192 apart.
    products(0, 4 * 64, 4 * 192, 5, 4 * 64, OUTPUT);
    const rows = Array.from({ length: 5 }, (_, row) => [...floats.slice(64 + 192 * row, 128 + 192 * row)]);
    const sums = rows.map((row) => row.reduce((sum, one, at) => sum + one * (floats[at] ?? 0), 0));
    expect([...output.slice(0, 6)]).toEqual([...sums, 0]);
    mixture(0, 4 * 64, 4 * 192, 5, 4 * 64, OUTPUT);
    const mixed = Array.from({ length: 64 }, (_, at) =>
      rows.reduce((sum, row, number) => sum + (row[at] ?? 0) * (floats[number] ?? 0), 0),
    );
    expect([...output.slice(0, 65)]).toEqual([...mixed, 0]);
  });
});
