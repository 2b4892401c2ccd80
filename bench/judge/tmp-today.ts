import { writeFileSync } from 'node:fs';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { DEVELOPMENT_CATALOGS, EVALUATION_CATALOG, FOREIGN_CATALOGS, TYPED_CATALOG } from './catalogs/authored-catalogs.ts';
import { BLIND_CATALOGS } from './catalogs/blind.ts';
import { HURRIED_CATALOGS } from './catalogs/hurried.ts';
import { OFFICE_CATALOG } from './catalogs/office.ts';
import { keptEncoder } from './kept-vectors.ts';
import { measureOfficeCatalog } from './office-catalog.ts';
const kept = keptEncoder();
const all = { evaluation: EVALUATION_CATALOG, typed: TYPED_CATALOG, ...BLIND_CATALOGS, ...HURRIED_CATALOGS, ...FOREIGN_CATALOGS, ...DEVELOPMENT_CATALOGS, calibration: OFFICE_CATALOG };
const out: any = {};
for (const [how, encoder] of [['meaning', kept.encoder], ['words', null]] as const) {
  const judge = lexicalJudge({ encoder });
  for (const [name, catalog] of Object.entries(all)) { out[`${name}|${how}`] = await measureOfficeCatalog(judge, judge, catalog as any); console.log(name, how, JSON.stringify(out[`${name}|${how}`])); }
  kept.keep();
}
writeFileSync(process.argv[2]!, JSON.stringify(out));
