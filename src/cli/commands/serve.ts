// `cairn serve`: runs the service until a signal.
import { Command } from 'commander';
import type { Host } from '../host.ts';

export const serveCommand = ({ env }: Host): Command =>
  new Command('serve')
    .description('run the service until a signal stops it')
    .addHelpText('after', '\nExample:\n  PORT=8080 CAIRN_DATABASE_URL=embedded:./data cairn serve')
    .action(async () => (await import('../serve.ts')).serve(env));
