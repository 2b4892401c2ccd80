// Imports skills as drafts, and reads what the plugin contains and whether published trails are public.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';

export type ImportResult = components['schemas']['ImportResult'];

/** Uploads a zip file of skills. */
export const importSkills = (zip: Blob): Promise<ImportResult> =>
  answerOf(
    manage.POST('/manage/v1/trails/import', {
      body: '',
      bodySerializer: () => zip,
      headers: { 'Content-Type': 'application/zip' },
    }),
  );

export type PluginOverview = components['schemas']['PluginOverview'];

/** The names of the company plugin, and how many trails it has. */
export const pluginOverview = queryOptions({
  queryKey: ['visible', 'plugin'],
  queryFn: () => answerOf(manage.GET('/manage/v1/reader/plugin', {})),
});

export const sharing = queryOptions({
  queryKey: ['sharing'],
  queryFn: () => answerOf(manage.GET('/manage/v1/sharing', {})),
});

export const changeSharing = (is_public: boolean) =>
  answerOf(manage.PATCH('/manage/v1/sharing', { body: { is_public } }));
