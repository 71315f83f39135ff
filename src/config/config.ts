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

/** The environment is invalid. Every problem starts with its variable. */
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

/** All variables of the service. The configuration guide is tested against this table. */
export const VARIABLES = {
  PORT: number(3002, 0, 65_535, 'Port to listen on; 0 selects any free one.'),
  HOST: text('0.0.0.0', 'IP address or host name to listen on.'),
  PUBLIC_URL: rootUrl(
    'Absolute root of the links that the service returns. May have a path, which the reverse proxy must strip. Unset: the Host header if it names this machine, else the listen address.',
  ),
  WINNOW_TRUSTED_PROXIES: {
    parse: ipRanges,
    defaultValue: [],
    accepts: 'IP addresses or CIDR ranges (not `/0`), separated by commas',
    shownDefault: 'empty',
    description: 'IP addresses of proxies whose `X-Forwarded-*` headers are trusted.',
  } satisfies Variable<string[]>,
  WINNOW_DATA_DIR: {
    ...text('./data', 'Directory of the embedded database and other files; locked against a second process.'),
    parse: (given: string) => resolve(given),
    defaultValue: resolve('data'),
  },
  DATABASE_URL: secret(
    url('A PostgreSQL server (14 or newer) instead of the embedded one. Several processes may share it.', [
      'postgres:',
      'postgresql:',
    ]),
  ),
  WINNOW_ROLE: choice(
    ['all', 'api', 'worker'],
    'all',
    'The work of this process: everything, serve requests, or run jobs. `api` and `worker` require `DATABASE_URL`.',
  ),
  WINNOW_API_KEY: secret(
    apiKey('API key of the default team, created if missing.', 'generated at the first start, printed once'),
  ),
  WINNOW_ADMIN_KEY: secret(
    bearerToken(
      "Bearer token for `/admin/v1` and the operator's sign-in.",
      'generated at the first start, printed once',
    ),
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
    accepts: 'host names, IP addresses or CIDR ranges, separated by commas',
    shownDefault: 'empty',
    description:
      'Private targets that may be visited. Private host names (`intranet`, `db.svc`) must be listed by name; their IP range is not sufficient. Empty: only public IP addresses.',
  } satisfies Variable<AllowedTargets>,
  WINNOW_KEYLESS: choice(['on', 'off'], 'on', 'Whether scrape, search and parse work without an API key.'),
  WINNOW_KEYLESS_REQUESTS: number(
    100,
    0,
    1_000_000_000,
    'Daily requests (UTC) per IP address without an API key.',
  ),
  WINNOW_KEYLESS_CREDITS: number(
    100,
    0,
    1_000_000_000,
    'Daily credits (UTC) per IP address without an API key.',
  ),
  WINNOW_CHROMIUM: optionalText(
    'Path of the Chromium or Chrome to use. Unset: the packaged one, else an installed one.',
    'found',
  ),
  WINNOW_BROWSER_TABS: number(4, 1, 64, 'Maximum number of pages open in the browser.'),
  WINNOW_BROWSER_SESSIONS: {
    ...number(
      maxSessions(),
      0,
      1000,
      'Maximum number of live browser sessions per process; each has its own Chromium.',
    ),
    shownDefault: 'one per 512 MB of memory, at least 1, at most 32',
  },
  WINNOW_MAX_TIMEOUT: number(
    300,
    1,
    3600,
    'Maximum seconds for a scrape, search or parse. A longer `timeout` is reduced to it.',
  ),
  WINNOW_BLOCKLISTS: {
    parse: splitList,
    defaultValue: [],
    accepts: 'paths of filter lists, or `default` for the built-in ones, separated by commas',
    shownDefault: 'the built-in lists',
    description: 'Filter lists for `blockAds`, instead of the built-in ones.',
  } satisfies Variable<string[]>,
  WINNOW_PROXY_URL: secret(
    url(
      'Upstream proxy for `basic`; `{country}` in it is replaced by the requested country.',
      PROXY_PROTOCOLS,
    ),
  ),
  WINNOW_STEALTH_PROXY_URL: secret(
    url('The same for `enhanced` and `stealth`; `auto` uses it when a page is blocked.', PROXY_PROTOCOLS),
  ),
  WINNOW_USER_AGENT: optionalText(
    'User agent for sites, over HTTP and in the browser.',
    'Winnow with its version; in the browser that of Chrome',
  ),
  WINNOW_HOST_CONCURRENCY: number(
    8,
    1,
    1000,
    'Maximum concurrent fetches from one host by one process, and visits by all crawls.',
  ),
  WINNOW_CRAWL_PAGES: number(
    16,
    1,
    1000,
    'Maximum pages of crawls and batches that one process visits at once.',
  ),
  WINNOW_CACHE_SHARED: choice(['on', 'off'], 'off', 'Whether all teams share one cache.'),
  WINNOW_CACHE_DAYS: number(30, 1, 3650, 'Days after which a cached page is deleted.'),
  WINNOW_CACHE_MB: number(1024, 1, 1_000_000, 'Maximum megabytes of cached pages; the oldest are deleted.'),
  WINNOW_BLOBS_MB: number(
    2048,
    1,
    1_000_000,
    'Maximum megabytes of screenshots and PDFs; the oldest are deleted.',
  ),
  WINNOW_SCRAPES_MB: number(
    2048,
    1,
    1_000_000,
    'Maximum megabytes of finished scrapes; the oldest are deleted, even before they expire.',
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
    "Days after which a scraped page is no longer in its team's local search.",
  ),
  WINNOW_SEARCH_MB: number(
    1024,
    1,
    1_000_000,
    'Maximum megabytes of the local search; the oldest pages are deleted.',
  ),
  WINNOW_LLM_URL: url(
    'Root URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`, or the API of Anthropic (`…/v1/messages`) or Google (`…/v1beta`); may be private. Unset: the embedded engine works instead, and reports it.',
  ),
  WINNOW_LLM_KEY: secret(optionalText('Its key.', 'unset')),
  WINNOW_LLM_MODEL: optionalText('Model for `spark-1-mini`.', 'unset'),
  WINNOW_LLM_MODEL_PRO: optionalText('Model for `spark-1-pro`.', 'the first model'),
  WINNOW_LLM_CONTEXT: {
    ...number(32_000, 2000, 10_000_000, "The model's context in tokens; pages are shortened to it."),
    defaultValue: undefined as number | undefined,
    shownDefault: 'reported by the endpoint (at most 128000), else `32000`',
  },
  WINNOW_LLM_TIMEOUT_SECONDS: number(
    120,
    1,
    3600,
    'Maximum time of one request to the model. After a temporary failure the request is retried within two and a half times as long.',
  ),
  WINNOW_LLM_MAX_TOKENS: number(
    2_000_000,
    1000,
    1_000_000_000,
    'Maximum model tokens per request or agent task. Beyond that the embedded engine continues.',
  ),
  WINNOW_LLM_MAX_TOKENS_PER_DAY: {
    ...number(1_000_000, 1000, 1_000_000_000_000, 'Maximum model tokens of all requests per day (UTC).'),
    defaultValue: undefined as number | undefined,
    shownDefault: 'unset: unlimited',
  },
  WINNOW_LLM_VISION: choice(
    ['auto', 'on', 'off'],
    'auto',
    'Whether the model gets images of pages. `auto`: if its endpoint or its name shows that it reads images.',
  ),
  WINNOW_LLM_PRICES: prices(
    'Price of a million model tokens: input, output and, if different, cached input, in any currency. Unset: no cost is reported.',
  ),
  WINNOW_INTERACT_MAX_TOKENS: number(
    500_000,
    1000,
    1_000_000_000,
    'Maximum model tokens per prompt of interact; `maxTokens` of a request can reduce it.',
  ),
  WINNOW_SEARCH_PROVIDER: choices(
    SEARCH_PROVIDERS,
    ['local'],
    'Search providers, in order; the next one is used after a failure or an empty result.',
  ),
  WINNOW_SEARCH_URL: optionalText(
    'URL of the search provider, or of several as `name=URL`; may be private. `searxng` requires one.',
    'unset',
    'a URL, or `name=URL` for several, separated by commas',
  ),
  WINNOW_SEARCH_KEY: secret(
    optionalText(
      'API key of the search provider, or of several as `name=key`; for `google-cse` the key and the ID of the search engine as `key:cx`.',
      'unset',
      'a key, or `name=key` for several, separated by commas',
    ),
  ),
  WINNOW_URL_RISK_PROVIDER: choice(
    URL_RISK_PROVIDERS,
    undefined,
    'Service that rates the risk of URLs for threat protection.',
  ),
  WINNOW_URL_RISK_URL: optionalText(
    'URL of the checker, which may be private, or the files of `list`. `http` and `list` require one.',
    'unset',
    'a URL, or paths of files, separated by commas',
  ),
  WINNOW_URL_RISK_KEY: secret(
    optionalText(
      'API key of the checker. `web-risk`, `safe-browsing`, `virustotal` and `urlhaus` require one; `http` gets it as a bearer token.',
      'unset',
    ),
  ),
  WINNOW_SIEM_URL: secret(
    url(
      'Collector of audit events for organizations without their own: HTTP, or syslog over TCP (`syslog`, `tcp`) or TLS; may be private.',
      ['http:', 'https:', ...SYSLOG_PROTOCOLS],
    ),
  ),
  WINNOW_SIEM_FILE: optionalText('File for these events instead; they are appended.', 'unset', 'a path'),
  WINNOW_SMTP_URL: secret(
    url(
      'Mail server for sign-in codes, with user name and password if required; may be private. Unset: the operator gets codes with `winnow admin login-code`.',
      ['smtp:', 'smtps:'],
    ),
  ),
  WINNOW_SMTP_FROM: optionalText('Sender of this mail.', 'unset', 'an e-mail address, or `Name <address>`'),
  WINNOW_CODE_LANGUAGES: choices(
    ['node', 'python', 'bash'],
    ['node', 'python', 'bash'],
    'Languages for interact and browser code.',
  ),
  WINNOW_S3_URL: unused(
    secret(url('S3-compatible blob store instead of the data directory.', ['http:', 'https:', 's3:'])),
  ),
  LOG_LEVEL: choice(
    logLevels,
    'info',
    'Minimum level of log messages; JSON if the output is not a terminal.',
  ),
} as const

/**
 * A Chromium with a heavy page needs this much, with enough left for the rest of the service. A container may
 * have less memory than its machine.
 */
function maxSessions(): number {
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(32, Math.max(1, Math.floor(memoryBytes / (512 * 1024 * 1024))))
}

type Variables = typeof VARIABLES
type VariableName = keyof Variables
export type Config = { readonly [Name in VariableName]: Variables[Name]['defaultValue'] } & {
  /** Variables that were set but have no effect in this version. */
  readonly setButUnused: readonly VariableName[]
}

/** Reads and validates the whole environment. Throws one error that lists every problem. */
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
      'WINNOW_SECRET: required with DATABASE_URL, because every process must share it. Set at least 16 characters.',
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
  if (!variable.secret)
    throw new Error(`${name}_FILE is not supported: only secrets can be read from a file. Set ${name}.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`cannot read the file given by ${name}_FILE: ${(cause as Error).message}`, { cause })
  }
}

/** Variables of our command line and client. The service ignores them, because both may run in the same environment. */
const CLIENT_VARIABLES = new Set(['WINNOW_API_URL', 'WINNOW_CONFIG'])

/** Otherwise a misspelled name would be ignored without notice. */
function unknownNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter(
      (name) =>
        name.startsWith('WINNOW_') &&
        !CLIENT_VARIABLES.has(name) &&
        !Object.hasOwn(VARIABLES, name.replace(/_FILE$/, '')) &&
        !Object.hasOwn(VARIABLES, name),
    )
    .map((name) => `${name}: no such variable. The configuration guide lists all of them.`)
}
