// Formats of the tokens that providers issue. Each pattern is anchored at the start of a run of token characters and
// reads forward only, so it takes linear time.
import { hasTokenChecksum } from './checksums.ts';

export interface TokenFormat {
  readonly name: string;
  /** The fixed beginning: at least three characters. */
  readonly prefix: string;
  /** Matches the rest, up to the end of the token. */
  readonly rest: RegExp;
  /** True for the rest of a token that its provider could have issued. Without one, it cannot be proved. */
  readonly isValid?: (rest: string) => boolean;
  /** Matches the text before the token. */
  readonly before?: RegExp;
}

const TOKEN_END = '(?![A-Za-z0-9_-])';
const format = (name: string, prefixes: string, rest: string, isValid?: TokenFormat['isValid']): TokenFormat[] =>
  prefixes.split(' ').map((prefix) => ({
    name,
    prefix,
    rest: new RegExp(`${rest}${TOKEN_END}`, 'y'),
    ...(isValid === undefined ? {} : { isValid }),
  }));

/** Base 32 without 0, 1, 8 and 9. */
const AWS_ID = '[A-Z2-7]{16}';
const WORD = '[A-Za-z0-9_-]';

const ALL: readonly TokenFormat[] = [
  ...format('AWS access key', 'AKIA ASIA ABIA ACCA', AWS_ID),
  ...format('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36}', hasTokenChecksum),
  ...format('GitHub token', 'github_pat_', '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
  ...format('npm token', 'npm_', '[A-Za-z0-9]{36}', hasTokenChecksum),
  ...format('PyPI token', 'pypi-AgE', `${WORD}{50,1000}`),
  ...format('Google API key', 'AIza', `${WORD}{35}`),
  ...format('Google OAuth secret', 'GOCSPX-', `${WORD}{28}`),
  ...format('Google access token', 'ya29.', `${WORD}{20,2000}`),
  ...format('Slack token', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo-', '[A-Za-z0-9-]{10,250}'),
  ...format('Slack app token', 'xapp-', '[0-9]-[A-Z0-9]{8,14}-[0-9]{8,16}-[a-f0-9]{32,72}'),
  ...format('Slack token', 'xoxe.xoxb- xoxe.xoxp-', '[A-Za-z0-9-]{20,300}'),
  ...format('Stripe key', 'sk_live_ rk_live_', '[A-Za-z0-9]{16,247}'),
  ...format('Stripe test key', 'sk_test_ rk_test_', '[A-Za-z0-9]{16,247}', () => false),
  ...format('webhook secret', 'whsec_', '[A-Za-z0-9+/]{24,100}'),
  ...format('Anthropic key', 'sk-ant-', `(?:api|admin|oat|sid)\\d\\d-${WORD}{20,200}`),
  ...format('OpenAI key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', `${WORD}{20,250}`),
  ...format('OpenRouter key', 'sk-or-v1-', '[a-f0-9]{64}'),
  ...format('API key', 'sk-', '[A-Za-z0-9]{32,100}'),
  ...format('Hugging Face token', 'hf_ api_org_', '[A-Za-z]{34}'),
  ...format('Groq key', 'gsk_', '[A-Za-z0-9]{40,64}'),
  ...format('xAI key', 'xai-', '[A-Za-z0-9]{60,100}'),
  ...format('Perplexity key', 'pplx-', '[A-Za-z0-9]{40,64}'),
  ...format('Replicate token', 'r8_', '[A-Za-z0-9]{37}'),
  ...format('GitLab token', 'glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt-', `${WORD}{20,80}`),
  ...format('SendGrid key', 'SG.', `${WORD}{22}\\.${WORD}{43}`),
  ...format('Twilio key', 'SK', '[a-f0-9]{32}'),
  ...format('Mailgun key', 'key-', '[a-f0-9]{32}'),
  ...format('Mailchimp or Brevo key', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  ...format('DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', '[a-f0-9]{64}'),
  ...format('Shopify token', 'shpat_ shpca_ shppa_ shpss_', '[a-fA-F0-9]{32}'),
  ...format('Square token', 'sq0atp- sq0csp-', `${WORD}{22,43}`),
  ...format('Square token', 'EAAA', `${WORD}{60}`),
  ...format('Databricks token', 'dapi', '[a-f0-9]{32}(?:-\\d)?'),
  ...format('Linear key', 'lin_api_', '[A-Za-z0-9]{40}'),
  ...format('Notion token', 'ntn_', '[A-Za-z0-9]{40,50}'),
  ...format('Notion token', 'secret_', '[A-Za-z0-9]{43}'),
  ...format('Atlassian token', 'ATATT3 ATCTT3', '[A-Za-z0-9_=-]{100,300}'),
  ...format('Docker token', 'dckr_pat_ dckr_oat_', `${WORD}{27,40}`),
  ...format('HashiCorp Vault token', 'hvs. hvb.', `${WORD}{24,300}`),
  ...format('Grafana token', 'glsa_', '[A-Za-z0-9]{32}_[a-fA-F0-9]{8}'),
  ...format('Grafana token', 'glc_', '[A-Za-z0-9+/]{32,400}'),
  ...format('New Relic key', 'NRAK- NRIQ- NRJS-', '[A-Z0-9a-f]{19,42}'),
  ...format('Postman key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  ...format('Figma token', 'figd_', `${WORD}{36,60}`),
  ...format('Doppler token', 'dp.pt. dp.st. dp.ct. dp.sa.', '(?:[a-z0-9_-]{1,35}\\.)?[A-Za-z0-9]{40,44}'),
  ...format('Pulumi token', 'pul-', '[a-f0-9]{40}'),
  ...format('RubyGems key', 'rubygems_', '[a-f0-9]{48}'),
  ...format('Supabase token', 'sbp_ sb_secret_', `${WORD}{30,60}`),
  ...format('PlanetScale token', 'pscale_tkn_ pscale_pw_', `${WORD}{32,64}`),
  ...format('Sentry token', 'sntrys_ sntryu_', '[A-Za-z0-9_=+/-]{40,400}'),
  ...format('Fly.io token', 'fm2_', '[A-Za-z0-9+/=_,-]{60,800}'),
  ...format('Facebook token', 'EAAC EAAG EAAB', '[A-Za-z0-9]{80,400}'),
  ...format('age key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  ...format('Cairn key', 'svc_api_ svc_scim_', `${WORD}{20,120}`),
  ...format('JSON Web Token', 'eyJ', `${WORD}{10,2000}\\.eyJ${WORD}{10,4000}\\.${WORD}{20,2000}`),
  // The first part is a number in base 64.
  ...format('Discord token', 'MD MT Mj Mz ND NT Nj Nz OD OT', `${WORD}{21,26}\\.${WORD}{6}\\.${WORD}{27,38}`),
  ...format('Telegram token', 'AA', `${WORD}{33}`).map((one) => ({ ...one, before: /(?:^|\D)\d{8,10}:$/ })),
];

const startOf = (text: string, at: number): number => (text.charCodeAt(at) << 8) | (text.charCodeAt(at + 1) & 255);

const BY_START = new Map<number, TokenFormat[]>();
for (const one of ALL) {
  const start = startOf(one.prefix, 0);
  BY_START.set(start, [...(BY_START.get(start) ?? []), one]);
}

/** The formats with these first two characters. More specific ones come first. */
export const formatsAt = (text: string, at: number): readonly TokenFormat[] => BY_START.get(startOf(text, at)) ?? [];
