import { afterAll, beforeAll, expect, test } from 'vitest';
import { inlined } from '../../support/openapi.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine, operatorAt } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            parameters?: readonly {
              in: string;
              name: string;
              schema: { type?: string; format?: string; enum?: unknown };
            }[];
          }
        >
      >
    >
  >;
}

test('refuses unknown query parameters on every GET of /manage/v1, and names them (400)', async () => {
  const team = await service.team();
  const asOwner = await atCommandLine(service, team.team_id, team.owner.id);
  const asOperator = (await operatorAt(service)).speaks;
  const { body } = await service.anyone.get<OpenApi>('/manage/openapi.json');
  const paths = Object.entries(body.paths).filter(
    ([path, { get }]) => path.startsWith('/manage/v1') && get !== undefined,
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const [path] of paths) {
    const real = path.replaceAll('{revision}', '1').replaceAll(/\{\w+\}/g, team.member.id);
    const answers = [await asOwner.get(`${real}?statsu=active`), await asOperator.get(`${real}?statsu=active`)];
    const refused = answers.find(({ status }) => status !== 403);
    expect([path, refused?.status], path).toEqual([path, 400]);
    expect(JSON.stringify(refused?.body)).toContain('statsu');
  }
});

test('rejects every query string with invalid escapes, at every API (400)', async () => {
  const team = await service.team();
  const asOwner = await atCommandLine(service, team.team_id, team.owner.id);
  const asOperator = (await operatorAt(service)).speaks;
  let seen = 0;
  for (const document of ['/openapi.json', '/manage/openapi.json']) {
    const { body } = await service.anyone.get<OpenApi>(document);
    for (const [path, { get }] of Object.entries(inlined(body).paths)) {
      const texts = get?.parameters?.filter((one) => one.in === 'query' && one.schema.type === 'string') ?? [];
      const real = path.replaceAll('{revision}', '1').replaceAll(/\{\w+\}/g, team.member.id);
      for (const { name } of texts.filter((one) => one.schema.enum === undefined && one.schema.format === undefined))
        for (const end of ['%ff', '%zz', '%ED%A0%80', 'a%']) {
          seen += 1;
          const callers = path.startsWith('/v1') ? [team.owner.speaks] : [asOwner, asOperator];
          const answers = await Promise.all(callers.map((one) => one.get(`${real}?${name}=ab${end}`)));
          const refused = answers.find(({ status }) => status !== 403);
          expect([path, name, refused?.status], end).toEqual([path, name, 400]);
          expect(JSON.stringify(refused?.body)).toContain('cannot be decoded');
        }
    }
  }
  expect(seen).toBeGreaterThan(100);
});

test('accepts any valid offset in the date-time parameters of /manage/v1, and refuses others with an explanation (400)', async () => {
  const team = await service.team();
  const asOwner = await atCommandLine(service, team.team_id, team.owner.id);
  const { body: made } = await asOwner.post<{ connection_id: string }>('/manage/v1/connections', { name: 'Okta' });
  const { body } = await service.anyone.get<OpenApi>('/manage/openapi.json');
  let seen = 0;
  for (const [path, { get }] of Object.entries(inlined(body).paths)) {
    for (const { name, schema } of get?.parameters?.filter(({ in: where }) => where === 'query') ?? []) {
      if (schema.format !== 'date-time') continue;
      seen += 1;
      const real = `${path.replace('{connection_id}', made.connection_id)}?${path.endsWith('export') ? 'format=csv&' : ''}${name}=2026-01-01T00:00:00`;
      expect((await asOwner.get(`${real}%2B14:00`)).status, real).toBe(200);
      for (const end of ['%2B16:00', '-23:59', '', '%2B16:00%00']) {
        const refused = await asOwner.get(real + end);
        expect([refused.status, slugOf(refused)], real + end).toEqual([400, 'bad-request']);
      }
    }
  }
  expect(seen).toBeGreaterThanOrEqual(8);
});
