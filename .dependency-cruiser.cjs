// The floors of the house, as ARCHITECTURE.md draws them. Imports only point down, without circles, and a room never
// reaches into another room's store.
const DOORS = '^src/(doors|cli)/';
/** From the highest to the lowest: a room uses those behind it in this list, never those before it. */
const ROOM_ORDER = [
  'backup',
  'workspaces',
  'surfacing',
  'skills',
  'insight',
  'assets',
  'trails',
  'safety',
  'admission',
  'webhooks',
  'identity',
  'provisioning',
  'credentials',
  'directory',
  'audit',
];
const ROOMS = `^src/(${ROOM_ORDER.join('|')})/`;
const KIT = '^src/(http|egress|storage|base)/';
/** What wires the house together stands above the doors. */
const ROOF = '^src/(start|background|demo)/|^src/main\\.ts$';

/** A room's `*-store.ts` is its own: another room asks its functions, or joins what its `views-store.ts` shows. */
const foreignStores = ROOM_ORDER.map((room) => ({
  name: `only-${room}-reads-its-stores`,
  severity: 'error',
  from: { path: ROOMS, pathNot: `^src/${room}/` },
  to: { path: `^src/${room}/.*-store\\.ts$`, pathNot: '/(views|fragments)-store\\.ts$' },
}));

const roomFloors = ROOM_ORDER.slice(1).map((room, index) => ({
  name: `${room}-uses-only-lower-rooms`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: `^src/(${ROOM_ORDER.slice(0, index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two files that need each other are one idea, or hide a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kit-knows-no-room-and-no-door',
      severity: 'error',
      from: { path: KIT },
      to: { path: `${DOORS}|${ROOMS}|${ROOF}` },
    },
    {
      name: 'base-knows-nothing',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { path: '^src/(?!base/)' },
    },
    {
      name: 'storage-knows-only-base',
      severity: 'error',
      from: { path: '^src/storage/' },
      to: { path: '^src/(?!base/|storage/)' },
    },
    {
      name: 'rooms-know-no-door-and-no-http',
      severity: 'error',
      from: { path: ROOMS },
      to: { path: `${DOORS}|${ROOF}|^src/http/` },
    },
    {
      name: 'doors-do-not-know-each-other',
      severity: 'error',
      comment: 'cli and console stand in front of other doors; session/ is what those share that admit sessions.',
      from: { path: '^src/doors/(public|v1|manage|reader|scim|sign-in|mcp)/' },
      to: { path: '^src/(doors|cli)/', pathNot: '^src/doors/($1|session)/' },
    },
    {
      name: 'doors-do-not-know-the-roof',
      severity: 'error',
      from: { path: '^src/doors/' },
      to: { path: ROOF },
    },
    {
      name: 'background-does-not-know-who-starts-it',
      severity: 'error',
      from: { path: '^src/background/' },
      to: { path: '^src/(start|cli|demo|doors)/' },
    },
    {
      name: 'packages-stand-alone',
      severity: 'error',
      comment: 'Each could be published by itself.',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(src|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'doors-ask-rooms-not-their-stores',
      severity: 'error',
      comment: 'A row may be named as a type; a statement is run by its room.',
      from: { path: DOORS },
      to: {
        path: `^src/(${ROOM_ORDER.join('|')})/.*-store\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    ...foreignStores,
    ...roomFloors,
    {
      name: 'no-development-dependency-in-the-service',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs'],
      conditionNames: ['cairn-source', 'import', 'node', 'default'],
    },
  },
};
