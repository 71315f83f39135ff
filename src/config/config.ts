import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { SYSLOG_PROTOCOLS } from '../contract/siem.ts'
import { parseAllowedTargets } from '../egress/egress.ts'
import type { AllowedTargets } from '../egress/egress.ts'
import { logLevels } from '../log.ts'
import type { CheckerName } from '../screening/screening.ts'
import type { ProviderName } from '../search/search.ts'
import {
  ipRanges,
  bearerToken,
  choice,
  apiKey,
  splitList,
  secretText,
  number,
  optionalText,
  prices,
  rootUrl,
  secret,
  choices,
  text,
  unused,
  url,
} from './variable.ts'
import type { Variable } from './variable.ts'

/** The environment is wrong; every problem names its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const SEARCH_PROVIDERS = [
  'local',
  'searxng',
  'brave',
  'serper',
  'tavily',
  'google-cse',
  'duckduckgo',
] as const satisfies readonly ProviderName[]
const URL_RISK_PROVIDERS = [
  'web-risk',
  'safe-browsing',
  'virustotal',
  'urlhaus',
  'list',
  'http',
] as const satisfies readonly CheckerName[]
const PROXY_PROTOCOLS = ['http:', 'https:', 'socks5:']

/** Every variable the service reads. The configuration guide is tested against this table. */
export const VARIABLES = {
  PORT: number(3002, 0, 65_535, 'Port to listen on; 0 takes any free one.'),
  HOST: text('0.0.0.0', 'Address or host name to listen on.'),
  PUBLIC_URL: rootUrl(
    'Absolute root used in links the service hands out. May have a path, which the proxy in front takes away. Unset: the Host header when that is this machine, else the listen address.',
  ),
  WINNOW_TRUSTED_PROXIES: {
    parse: ipRanges,
    defaultValue: [],
    accepts: 'addresses or CIDR ranges (not `/0`), separated by commas',
    shownDefault: 'empty',
    description: 'Addresses whose `X-Forwarded-*` headers are believed.',
  } satisfies Variable<string[]>,
  WINNOW_DATA_DIR: {
    ...text('./data', 'Embedded database and everything else kept on disk; locked against a second process.'),
    parse: (given: string) => resolve(given),
    defaultValue: resolve('data'),
  },
  DATABASE_URL: secret(
    url(
      'A PostgreSQL server (14 or newer) instead of the embedded one; any number of processes may share it.',
      ['postgres:', 'postgresql:'],
    ),
  ),
  WINNOW_ROLE: choice(
    ['all', 'api', 'worker'],
    'all',
    'What this process does: everything, answer requests, or run jobs. `api` and `worker` need `DATABASE_URL`.',
  ),
  WINNOW_API_KEY: secret(
    apiKey('API key of the default team, created if missing.', 'generated at first start, printed once'),
  ),
  WINNOW_ADMIN_KEY: secret(
    bearerToken('Bearer for `/admin/v1` and the operator login.', 'generated at first start, printed once'),
  ),
  WINNOW_PARTNER_KEY: secret(bearerToken('Creates one partner named `default` with this key.', 'unset')),
  WINNOW_SECRET: secret(
    secretText(
      'Root secret: encrypts the few values that must be readable again, signs refs and cookies. Required with `DATABASE_URL`.',
      'generated into the data directory',
    ),
  ),
  WINNOW_ALLOWED_TARGETS: {
    parse: parseAllowedTargets,
    defaultValue: parseAllowedTargets(''),
    accepts: 'host names, addresses or CIDR ranges, separated by commas',
    shownDefault: 'empty',
    description:
      'Private targets that may be visited. A name of a private network (`intranet`, `db.svc`) must be listed itself; its range is not enough. Empty: public addresses only.',
  } satisfies Variable<AllowedTargets>,
  WINNOW_KEYLESS: choice(['on', 'off'], 'on', 'Whether scrape, search and parse answer without a key.'),
  WINNOW_KEYLESS_REQUESTS: number(
    100,
    0,
    1_000_000_000,
    'Requests that an address may make without a key in a day (UTC).',
  ),
  WINNOW_KEYLESS_CREDITS: number(
    100,
    0,
    1_000_000_000,
    'Credits that an address may use without a key in a day (UTC).',
  ),
  WINNOW_CHROMIUM: optionalText(
    'Path of the Chromium or Chrome to use. Unset: the packaged one, else an installed one.',
    'found',
  ),
  WINNOW_BROWSER_TABS: number(4, 1, 64, 'How many pages the browser has open at once, at most.'),
  WINNOW_BROWSER_SESSIONS: {
    ...number(
      maxSessions(),
      0,
      1000,
      'Live browser sessions of one process, at most; each has a Chromium of its own.',
    ),
    shownDefault: 'one per 512 MB of memory, at least 1, at most 32',
  },
  WINNOW_MAX_TIMEOUT: number(
    300,
    1,
    3600,
    'Seconds that a scrape, search or parse may take, at most; a longer `timeout` is lowered to it.',
  ),
  WINNOW_BLOCKLISTS: {
    parse: splitList,
    defaultValue: [],
    accepts: 'paths of filter lists, or `default` for the own ones, separated by commas',
    shownDefault: "the project's own lists",
    description: 'Filter lists that `blockAds` uses instead of its own.',
  } satisfies Variable<string[]>,
  WINNOW_PROXY_URL: secret(
    url('Upstream proxy for `basic`; `{country}` in it becomes the country asked for.', PROXY_PROTOCOLS),
  ),
  WINNOW_STEALTH_PROXY_URL: secret(
    url('The same for `enhanced` and `stealth`, and what `auto` turns to when blocked.', PROXY_PROTOCOLS),
  ),
  WINNOW_USER_AGENT: optionalText(
    'What the service calls itself to sites, over HTTP and in the browser.',
    'Winnow with its version; the name of a Chrome in the browser',
  ),
  WINNOW_HOST_CONCURRENCY: number(
    8,
    1,
    1000,
    'Pages of one host fetched at once by one process, and visited at once by all crawls, at most.',
  ),
  WINNOW_CRAWL_PAGES: number(
    16,
    1,
    1000,
    'Pages of crawls and batches visited at once by one process, at most.',
  ),
  WINNOW_CACHE_SHARED: choice(['on', 'off'], 'off', 'Whether all teams see one cache instead of their own.'),
  WINNOW_CACHE_DAYS: number(30, 1, 3650, 'Days after which a cached page is removed.'),
  WINNOW_CACHE_MB: number(
    1024,
    1,
    1_000_000,
    'Megabytes of cached pages after which the oldest are removed.',
  ),
  WINNOW_BLOBS_MB: number(
    2048,
    1,
    1_000_000,
    'Megabytes of screenshots and PDFs after which the oldest are removed.',
  ),
  WINNOW_SCRAPES_MB: number(
    2048,
    1,
    1_000_000,
    'Megabytes of finished scrapes after which the oldest are removed, expired or not.',
  ),
  WINNOW_RESULT_HOURS: number(
    24,
    1,
    8760,
    'Hours for which crawls, batches, agent tasks, extractions, scrapes and searches can be read after their end.',
  ),
  WINNOW_SEARCH_DAYS: number(
    30,
    1,
    3650,
    'Days after which a page that a team has had is not searched any more.',
  ),
  WINNOW_SEARCH_MB: number(
    1024,
    1,
    1_000_000,
    'Megabytes of pages that can be searched after which the oldest are removed.',
  ),
  WINNOW_LLM_URL: url(
    'Root of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`, or the API of Anthropic (`…/v1/messages`) or Google (`…/v1beta`); may be a private address. Unset: the embedded engine answers, and says so.',
  ),
  WINNOW_LLM_KEY: secret(optionalText('Its key.', 'unset')),
  WINNOW_LLM_MODEL: optionalText('Model behind `spark-1-mini`.', 'unset'),
  WINNOW_LLM_MODEL_PRO: optionalText('Model behind `spark-1-pro`.', 'the first model'),
  WINNOW_LLM_CONTEXT: {
    ...number(32_000, 2000, 10_000_000, "Tokens of the model's context; pages are cut to it."),
    defaultValue: undefined as number | undefined,
    shownDefault: 'asked from the endpoint (at most 128000), else `32000`',
  },
  WINNOW_LLM_TIMEOUT_SECONDS: number(
    120,
    1,
    3600,
    'How long one request to the model may take. A request that fails for now is repeated within two and a half times as long.',
  ),
  WINNOW_LLM_MAX_TOKENS: number(
    2_000_000,
    1000,
    1_000_000_000,
    'Tokens of the model that one request or agent task may take, at most. Then the embedded engine answers.',
  ),
  WINNOW_LLM_MAX_TOKENS_PER_DAY: {
    ...number(
      1_000_000,
      1000,
      1_000_000_000_000,
      'Tokens of the model that all requests of a day (UTC) may take together, at most.',
    ),
    defaultValue: undefined as number | undefined,
    shownDefault: 'unset: no limit',
  },
  WINNOW_LLM_VISION: choice(
    ['auto', 'on', 'off'],
    'auto',
    'Whether the model is shown pictures of pages. `auto`: when its endpoint or its name tells that it reads images.',
  ),
  WINNOW_LLM_PRICES: prices(
    'What a million tokens of the model cost: input, output and, where it differs, cached input, in any currency. Unset: no cost is reported.',
  ),
  WINNOW_INTERACT_MAX_TOKENS: number(
    500_000,
    1000,
    1_000_000_000,
    'Tokens of the model that one prompt of interact may take, at most; `maxTokens` of a request can lower it.',
  ),
  WINNOW_SEARCH_PROVIDER: choices(
    SEARCH_PROVIDERS,
    ['local'],
    'Who answers searches; who fails or finds nothing leaves it to the next.',
  ),
  WINNOW_SEARCH_URL: optionalText(
    'Address of the search provider, or of several as `name=URL`; may be private. `searxng` needs one.',
    'unset',
    'a URL, or `name=URL` for several, separated by commas',
  ),
  WINNOW_SEARCH_KEY: secret(
    optionalText(
      'Key of the search provider, or of several as `name=key`; for `google-cse` the key and the ID of the search engine as `key:cx`.',
      'unset',
      'a key, or `name=key` for several, separated by commas',
    ),
  ),
  WINNOW_URL_RISK_PROVIDER: choice(
    URL_RISK_PROVIDERS,
    undefined,
    'Who rates the risk of URLs for threat protection.',
  ),
  WINNOW_URL_RISK_URL: optionalText(
    'Address of the checker, which may be private, or the files of `list`. `http` and `list` need one.',
    'unset',
    'a URL, or paths of files, separated by commas',
  ),
  WINNOW_URL_RISK_KEY: secret(
    optionalText(
      'Its key. `web-risk`, `safe-browsing`, `virustotal` and `urlhaus` need one; `http` gets it as a bearer.',
      'unset',
    ),
  ),
  WINNOW_SIEM_URL: secret(
    url(
      'Collector of the audit events of organizations that name none: HTTP, or syslog over TCP (`syslog`, `tcp`) or TLS; may be a private address.',
      ['http:', 'https:', ...SYSLOG_PROTOCOLS],
    ),
  ),
  WINNOW_SIEM_FILE: optionalText('File that such events are appended to instead.', 'unset', 'a path'),
  WINNOW_SMTP_URL: secret(
    url(
      'Mail server that sends the codes people sign in with, with name and password where it wants them; may be a private address. Unset: the operator gets them with `winnow admin login-code`.',
      ['smtp:', 'smtps:'],
    ),
  ),
  WINNOW_SMTP_FROM: optionalText('Sender of such mail.', 'unset', 'an address, or `Name <address>`'),
  WINNOW_CODE_LANGUAGES: choices(
    ['node', 'python', 'bash'],
    ['node', 'python', 'bash'],
    'Languages that interact and browser code may use.',
  ),
  WINNOW_S3_URL: unused(
    secret(url('S3-compatible blob store instead of the data directory.', ['http:', 'https:', 's3:'])),
  ),
  LOG_LEVEL: choice(logLevels, 'info', 'Least severe level that is logged; JSON when not on a terminal.'),
} as const

/** What a Chromium with a heavy page takes leaves room for everything else; a container may have less than its machine. */
function maxSessions(): number {
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(32, Math.max(1, Math.floor(memoryBytes / (512 * 1024 * 1024))))
}

type Variables = typeof VARIABLES
type VariableName = keyof Variables
export type Config = { readonly [Name in VariableName]: Variables[Name]['defaultValue'] } & {
  /** Variables that were set although nothing acts on them in this version. */
  readonly setButUnused: readonly VariableName[]
}

/** Reads and checks the whole environment at once; throws one error that lists every problem. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems = unknownNames(environment)
  const values: Record<string, unknown> = {}
  const setButUnused: VariableName[] = []
  for (const [name, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    try {
      const given = valueOf(name, variable, environment)
      values[name] = given === undefined ? variable.defaultValue : variable.parse(given)
      if (given !== undefined && variable.unused) setButUnused.push(name as VariableName)
    } catch (problem) {
      problems.push(`${name}: ${(problem as Error).message}`)
    }
  }
  if (problems.length === 0) problems.push(...contradictions(values))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return Object.freeze({ ...values, setButUnused: Object.freeze(setButUnused) }) as unknown as Config
}

function contradictions(values: Record<string, unknown>): string[] {
  const { DATABASE_URL, WINNOW_SECRET, WINNOW_ROLE, WINNOW_SIEM_URL, WINNOW_SIEM_FILE } = values
  const { WINNOW_SMTP_URL, WINNOW_SMTP_FROM } = values
  if (WINNOW_SIEM_URL !== undefined && WINNOW_SIEM_FILE !== undefined) {
    return ['WINNOW_SIEM_FILE: set either WINNOW_SIEM_URL or WINNOW_SIEM_FILE, not both.']
  }
  if ((WINNOW_SMTP_URL === undefined) !== (WINNOW_SMTP_FROM === undefined)) {
    return ['WINNOW_SMTP_FROM: set WINNOW_SMTP_URL and WINNOW_SMTP_FROM together, or neither.']
  }
  if (DATABASE_URL === undefined && WINNOW_ROLE !== 'all') {
    return [
      `DATABASE_URL: required with WINNOW_ROLE=${WINNOW_ROLE}, because roles are for processes that share a database, and the embedded one belongs to a single process.`,
    ]
  }
  if (DATABASE_URL !== undefined && WINNOW_SECRET === undefined) {
    return [
      'WINNOW_SECRET: required with DATABASE_URL, because every process must share it; takes at least 16 characters.',
    ]
  }
  return []
}

function valueOf(
  name: string,
  variable: Variable<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
) {
  const direct = environment[name] || undefined
  const file = environment[`${name}_FILE`] || undefined
  if (file === undefined) return direct
  if (direct !== undefined) throw new Error(`set either ${name} or ${name}_FILE, not both.`)
  if (!variable.secret) throw new Error(`${name}_FILE is not read: only secrets may come from a file.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`the file that ${name}_FILE names cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** A misspelt name would otherwise be ignored in silence. */
function unknownNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter(
      (name) =>
        name.startsWith('WINNOW_') &&
        !Object.hasOwn(VARIABLES, name.replace(/_FILE$/, '')) &&
        !Object.hasOwn(VARIABLES, name),
    )
    .map((name) => `${name}: no such variable. The configuration guide lists all of them.`)
}
