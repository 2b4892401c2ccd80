// Shows the output of a command in the summary of a GitHub job and, if COMMENT is true, as a comment of its pull
// request. A later run replaces the comment. Usage: node report.mjs TITLE FILE
import { appendFile, readFile } from 'node:fs/promises';

/** GitHub allows 65,536 characters. */
const MAX_LENGTH = 60_000;
const TIMEOUT_MS = 15_000;

const [title, file] = process.argv.slice(2);
const { env } = process;
const output = (await readFile(file, 'utf8')).trim();
const shown = output.length > MAX_LENGTH ? `${output.slice(0, MAX_LENGTH)}\n… (the log has the rest)` : output;
// The fence is longer than any in the text, so that a title cannot end it.
const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
const text = `### ${title}\n\n${fence}\n${shown}\n${fence}\n`;
if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, text);

const event = env.GITHUB_EVENT_PATH ? JSON.parse(await readFile(env.GITHUB_EVENT_PATH, 'utf8')) : {};
const number = event.pull_request?.number;
// The summary contains the plan too, so a token that may not comment only causes a notice.
if (env.COMMENT === 'true' && number !== undefined)
  await comment(`${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`, number).catch((failure) =>
    console.log(`::notice::The comment was not written: ${failure.message}`),
  );

async function comment(issues, pull) {
  const mark = `<!-- cairn: ${title} -->`;
  const comments = await ask('GET', `${issues}/${pull}/comments?per_page=100`);
  // A stranger could write the mark too, and change the plan afterwards.
  const me = await ask('GET', `${env.GITHUB_API_URL}/user`).then(
    ({ login }) => login,
    () => 'github-actions[bot]',
  );
  const own = comments.find(({ body, user }) => body?.startsWith(mark) && user?.login === me);
  const body = { body: `${mark}\n${text}` };
  if (own === undefined) await ask('POST', `${issues}/${pull}/comments`, body);
  else await ask('PATCH', `${issues}/comments/${own.id}`, body);
}

async function ask(method, url, body) {
  const headers = { Authorization: `Bearer ${env.GITHUB_TOKEN}`, Accept: 'application/vnd.github+json' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`GitHub answered ${response.status}. Add "pull-requests: write" to the job.`);
  return response.json();
}
