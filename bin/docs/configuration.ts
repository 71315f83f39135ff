import { VARIABLES } from '../../src/config/config.ts'
import type { Variable } from '../../src/config/variable.ts'
import { tableOf } from './marked-section.ts'

/** Every environment variable, grouped by what it is about. */
export function configurationReference(): string {
  const names = Object.keys(VARIABLES)
  const groups = GROUPS.map(([title, pattern]) => ({ title, names: [] as string[], pattern }))
  for (const name of names) {
    const group = groups.find(({ pattern }) => pattern.test(name))
    if (!group) throw new Error(`bin/docs/configuration.ts has no group for ${name}.`)
    group.names.push(name)
  }
  return groups.map((group) => `## ${group.title}\n\n${tableOf(HEAD, group.names.map(rowOf))}`).join('\n\n')
}

const GROUPS: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Service', /^(?:PORT|HOST|PUBLIC_URL|LOG_LEVEL|WINNOW_(?:ROLE|TRUSTED_PROXIES|MAX_TIMEOUT))$/],
  ['Storage', /^(?:DATABASE_URL|WINNOW_(?:DATA_DIR|S3_URL|BLOBS_MB|SCRAPES_MB|RESULT_HOURS))$/],
  ['Keys and secrets', /^WINNOW_(?:API_KEY|ADMIN_KEY|PARTNER_KEY|SECRET)$/],
  ['Requests without a key', /^WINNOW_KEYLESS/],
  [
    'Targets and proxies',
    /^WINNOW_(?:ALLOWED_TARGETS|PROXY_URL|STEALTH_PROXY_URL|USER_AGENT|HOST_CONCURRENCY|CRAWL_PAGES)$/,
  ],
  ['Browser', /^WINNOW_(?:CHROMIUM|BROWSER_TABS|BROWSER_SESSIONS|BLOCKLISTS|CODE_LANGUAGES)$/],
  ['Cache', /^WINNOW_CACHE/],
  ['Models', /^WINNOW_(?:LLM|INTERACT)_/],
  ['Search', /^WINNOW_SEARCH/],
  ['Threat protection', /^WINNOW_URL_RISK/],
  ['Audit events', /^WINNOW_SIEM/],
  ['E-mail', /^WINNOW_SMTP/],
]

const HEAD = ['Variable', 'Default', 'Value', 'Meaning']

function rowOf(name: string): string[] {
  const { shownDefault, accepts, description, secret, unused } = VARIABLES[
    name as keyof typeof VARIABLES
  ] as Variable<unknown>
  const notes = [secret && 'Secret.', unused && 'Has no effect in this version.'].filter(Boolean)
  return [`\`${name}\``, shownDefault, accepts, [description, ...notes].join(' ')]
}
