// Binds sealed secrets of webhooks and audit streams to their rows, so that copies elsewhere are useless.
export const webhookPlace = (teamId: string, id: string): string => `webhook ${teamId} ${id}`;
export const streamPlace = (teamId: string, id: string): string => `audit stream ${teamId} ${id}`;
