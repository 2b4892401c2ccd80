// What the sealed secrets of webhooks and audit streams are bound to, so that none is good in another row.
export const webhookPlace = (teamId: string, id: string): string => `webhook ${teamId} ${id}`;
export const streamPlace = (teamId: string, id: string): string => `audit stream ${teamId} ${id}`;
