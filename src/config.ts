import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseAllowedTargets } from './egress/egress.ts'
import type { AllowedTargets } from './egress/egress.ts'
import { logLevels } from './log.ts'

/** One environment variable: what it takes, what it means, and what holds when it is unset. */
interface Variable<Value> {
  read(text: string): Value
  otherwise: Value
  takes: string
  /** The default as the documentation shows it. */
  shown: string
  meaning: string
  /** A secret may also come from the file that `NAME_FILE` names. */
  secret?: true
  /** Read and checked, but nothing in this version acts on it: the start says so. */
  unused?: true
}

/** The environment is wrong; every problem names its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const PROXY_PROTOCOLS = ['http:', 'https:', 'socks5:']

/** Every variable the service reads. The configuration guide is tested against this table. */
export const VARIABLES = {
  PORT: number(3002, 0, 65_535, 'Port to listen on; 0 takes any free one.'),
  HOST: text('0.0.0.0', 'Address or host name to listen on.'),
  PUBLIC_URL: url(
    'Absolute root used in links the service hands out. Unset: the Host header when that is this machine, else the listen address.',
  ),
  WINNOW_TRUSTED_PROXIES: {
    read: addressList,
    otherwise: [],
    takes: 'addresses or CIDR ranges (not `/0`), separated by commas',
    shown: 'empty',
    meaning: 'Addresses whose `X-Forwarded-*` headers are believed.',
  } satisfies Variable<string[]>,
  WINNOW_DATA_DIR: {
    ...text('./data', 'Embedded database and everything else kept on disk; locked against a second process.'),
    read: (given: string) => resolve(given),
    otherwise: resolve('data'),
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
    key('API key of the default team, created if missing.', 'generated at first start, printed once'),
  ),
  WINNOW_ADMIN_KEY: secret(
    bearer('Bearer for `/admin/v1` and the operator login.', 'generated at first start, printed once'),
  ),
  WINNOW_PARTNER_KEY: secret(bearer('Creates one partner named `default` with this key.', 'unset')),
  WINNOW_SECRET: secret(
    longText(
      'Root secret: encrypts the few values that must be readable again, signs refs and cookies. Required with `DATABASE_URL`.',
      'generated into the data directory',
    ),
  ),
  WINNOW_ALLOWED_TARGETS: {
    read: parseAllowedTargets,
    otherwise: parseAllowedTargets(''),
    takes: 'host names, addresses or CIDR ranges, separated by commas',
    shown: 'empty',
    meaning: 'Private targets that may be dialled all the same. Empty: public addresses only.',
  } satisfies Variable<AllowedTargets>,
  WINNOW_KEYLESS: unused(
    choice(['on', 'off'], 'on', 'Whether scrape, search and parse answer without a key.'),
  ),
  WINNOW_KEYLESS_REQUESTS: unused(number(100, 0, 1_000_000_000, 'Keyless requests per address and day.')),
  WINNOW_KEYLESS_CREDITS: unused(number(100, 0, 1_000_000_000, 'Keyless credits per address and day.')),
  WINNOW_CHROMIUM: optionalText(
    'Path of the Chromium or Chrome to use. Unset: the packaged one, else an installed one.',
    'found',
  ),
  WINNOW_BROWSER_TABS: number(4, 1, 64, 'How many pages the browser has open at once, at most.'),
  WINNOW_BLOCKLISTS: {
    read: list,
    otherwise: [],
    takes: 'paths of filter lists, or `default` for the own ones, separated by commas',
    shown: "the project's own lists",
    meaning: 'Filter lists that `blockAds` uses instead of its own.',
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
    'Megabytes of finished scrapes, kept for a day, after which the oldest are removed.',
  ),
  WINNOW_LLM_URL: url(
    'Root of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`, or the API of Anthropic (`…/v1/messages`) or Google (`…/v1beta`); may be a private address. Unset: the embedded engine answers, and says so.',
  ),
  WINNOW_LLM_KEY: secret(optionalText('Its key.', 'unset')),
  WINNOW_LLM_MODEL: optionalText('Model behind `spark-1-mini`.', 'unset'),
  WINNOW_LLM_MODEL_PRO: unused(optionalText('Model behind `spark-1-pro`.', 'the first model')),
  WINNOW_SEARCH_PROVIDER: unused(
    choice(['local', 'searxng', 'brave', 'serper', 'tavily'], 'local', 'Who answers searches.'),
  ),
  WINNOW_SEARCH_URL: unused(url('Address of the search provider.')),
  WINNOW_SEARCH_KEY: unused(secret(optionalText('Its key.', 'unset'))),
  WINNOW_URL_RISK_PROVIDER: unused(
    choice(
      ['web-risk', 'safe-browsing', 'virustotal', 'urlhaus', 'list', 'http'],
      undefined,
      'Who rates the risk of URLs.',
    ),
  ),
  WINNOW_URL_RISK_URL: unused(optionalText('Address of the risk provider, or the files of `list`.', 'unset')),
  WINNOW_URL_RISK_KEY: unused(secret(optionalText('Its key.', 'unset'))),
  WINNOW_SIEM_URL: unused(
    secret(url('Default transport of SIEM events.', ['http:', 'https:', 'syslog:', 'tcp:', 'udp:', 'tls:'])),
  ),
  WINNOW_SIEM_FILE: unused(optionalText('File that SIEM events are appended to.', 'unset')),
  WINNOW_CODE_LANGUAGES: unused({
    read: (given: string) => list(given).map((language) => oneOf(['node', 'python', 'bash'], language)),
    otherwise: ['node'],
    takes: 'some of `node`, `python`, `bash`, separated by commas',
    shown: '`node`',
    meaning: 'Languages that interact and browser code may use.',
  } satisfies Variable<string[]>),
  WINNOW_S3_URL: unused(
    secret(url('S3-compatible blob store instead of the data directory.', ['http:', 'https:', 's3:'])),
  ),
  LOG_LEVEL: choice(logLevels, 'info', 'Least severe level that is logged; JSON when not on a terminal.'),
} as const

type Variables = typeof VARIABLES
type VariableName = keyof Variables
export type Config = { readonly [Name in VariableName]: Variables[Name]['otherwise'] } & {
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
      const given = textOf(name, variable, environment)
      values[name] = given === undefined ? variable.otherwise : variable.read(given)
      if (given !== undefined && variable.unused) setButUnused.push(name as VariableName)
    } catch (problem) {
      problems.push(`${name}: ${(problem as Error).message}`)
    }
  }
  if (problems.length === 0) problems.push(...missing(values))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return Object.freeze({ ...values, setButUnused: Object.freeze(setButUnused) }) as unknown as Config
}

/** What one variable asks of another. */
function missing({ DATABASE_URL, WINNOW_SECRET, WINNOW_ROLE }: Record<string, unknown>): string[] {
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

function textOf(
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

function number(otherwise: number, min: number, max: number, meaning: string): Variable<number> {
  const takes = `a whole number from ${min} to ${max}`
  const read = (given: string) => {
    const value = Number(given)
    if (!/^\d+$/.test(given) || value < min || value > max) throw new Error(`takes ${takes}, not '${given}'.`)
    return value
  }
  return { read, otherwise, takes, shown: `\`${otherwise}\``, meaning }
}

function text(otherwise: string, meaning: string): Variable<string> {
  return { read: (given) => given, otherwise, takes: 'text', shown: `\`${otherwise}\``, meaning }
}

function optionalText(meaning: string, shown: string): Variable<string | undefined> {
  return { read: (given) => given, otherwise: undefined, takes: 'text', shown, meaning }
}

/** A secret short enough to be guessed is worse than a refused start. */
function longText(meaning: string, shown: string): Variable<string | undefined> {
  const takes = 'at least 16 characters'
  const read = (given: string) => {
    if (given.length < 16) throw new Error(`takes ${takes}.`)
    return given
  }
  return { read, otherwise: undefined, takes, shown, meaning }
}

/** A key that its holder sends in a header. */
function bearer(meaning: string, shown: string): Variable<string | undefined> {
  const takes = '16 to 512 visible ASCII characters, no spaces'
  const read = (given: string) => {
    if (!/^[!-~]{16,512}$/.test(given))
      throw new Error(`takes ${takes}: a bearer header can carry nothing else.`)
    return given
  }
  return { read, otherwise: undefined, takes, shown, meaning }
}

function key(meaning: string, shown: string): Variable<string | undefined> {
  const takes = '`fc-` and 32 hexadecimal digits'
  const read = (given: string) => {
    if (!/^fc-[0-9a-f]{32}$/.test(given)) throw new Error(`takes fc- and 32 lower-case hexadecimal digits.`)
    return given
  }
  return { read, otherwise: undefined, takes, shown, meaning }
}

function url(meaning: string, protocols = ['http:', 'https:']): Variable<string | undefined> {
  const takes = `a URL (${protocols.map((protocol) => `\`${protocol}//\``).join(', ')})`
  const read = (given: string) => {
    // A database on a socket is written without a host, which is no URL to the parser.
    const parsable = given.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)\//, '$1localhost/')
    if (!URL.canParse(parsable) || !protocols.includes(new URL(parsable).protocol)) {
      throw new Error(
        `takes a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
    }
    return given.replace(/\/+$/, '')
  }
  return { read, otherwise: undefined, takes, shown: 'unset', meaning }
}

function choice<const Name extends string, Otherwise extends Name | undefined>(
  names: readonly Name[],
  otherwise: Otherwise,
  meaning: string,
): Variable<Name | Otherwise> {
  const takes = `one of ${names.map((name) => `\`${name}\``).join(', ')}`
  return {
    read: (given) => oneOf(names, given),
    otherwise,
    takes,
    shown: otherwise === undefined ? 'unset' : `\`${otherwise}\``,
    meaning,
  }
}

function oneOf<Name extends string>(names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new Error(`takes one of ${names.join(', ')}, not '${given}'.`)
  return found
}

function list(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function addressList(given: string): string[] {
  return list(given).map((item) => {
    const [address = '', bits, ...rest] = item.split('/')
    const version = isIP(address)
    const widest = version === 6 ? 128 : 32
    if (
      version === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= widest))
    ) {
      throw new Error(`takes addresses or CIDR ranges, separated by commas, not '${item}'.`)
    }
    if (Number(bits) === 0)
      throw new Error(`takes the addresses of your proxies; '${item}' would believe every address.`)
    return item
  })
}

function secret<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, secret: true }
}

function unused<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, unused: true }
}
