import { UsageError } from './exit-codes.ts'
import type { SavedSettings } from './config-file.ts'

/** A setting and its source. */
export interface Setting<Value = string> {
  value: Value
  from: string
}

export interface Settings {
  apiUrl: Setting
  apiKey: Setting<string | undefined>
}

type Environment = Readonly<Record<string, string | undefined>>

/** The variable of the specification, and our own. */
const KEY_VARIABLES = ['SERVICE_API_KEY', 'WINNOW_API_KEY']
const URL_VARIABLES = ['SERVICE_API_URL', 'WINNOW_API_URL']

/** Set by users of other clients of this API, for the service of those clients. */
const PEER_KEY = 'FIRECRAWL_API_KEY'
const PEER_URL = 'FIRECRAWL_API_URL'

const DEFAULT_URL = 'http://localhost:3002'

/**
 * Order of precedence: command line, environment, file, variables of other clients, default. Keys from the
 * file and of other clients belong to one service and are sent to no other.
 */
export function resolveSettings(
  given: { 'api-key'?: string | undefined; 'api-url'?: string | undefined },
  environment: Environment,
  { path, values }: { path: string; values: SavedSettings },
): Settings {
  const variable = (name: string) => setting(environment[name], name)
  const named =
    setting(given['api-url'], '--api-url') ??
    first(URL_VARIABLES, variable) ??
    setting(values.apiUrl, path) ??
    variable(PEER_URL)
  const apiUrl = named ? { ...named, value: rootOf(named) } : { value: DEFAULT_URL, from: 'default' }
  const apiKey =
    setting(given['api-key'], '--api-key') ??
    first(KEY_VARIABLES, variable) ??
    setting(values.keys[apiUrl.value], path) ??
    (isOfPeer(apiUrl, variable(PEER_URL)) ? variable(PEER_KEY) : undefined)
  return { apiUrl, apiKey: apiKey ?? { value: undefined, from: 'not set' } }
}

/**
 * Whether a key of other clients may be sent to this service: the key is for this service, or names no
 * service and the user named this one.
 */
function isOfPeer(apiUrl: Setting, peer: Setting | undefined): boolean {
  return peer ? rootOf(peer) === apiUrl.value : apiUrl.from !== 'default'
}

function setting(value: string | undefined, from: string): Setting | undefined {
  const trimmed = value?.trim()
  return trimmed ? { value: trimmed, from } : undefined
}

function first(names: readonly string[], variable: (name: string) => Setting | undefined) {
  return names.map(variable).find((found) => found !== undefined)
}

/** The root URL of the service in canonical form, without a trailing slash or `/v2`. */
export function rootOf({ value, from }: Setting): string {
  const spelt = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`
  const url = URL.canParse(spelt) ? new URL(spelt) : undefined
  if (url && (url.username !== '' || url.password !== ''))
    throw new UsageError(`The service URL (${from}) must not contain a user name or password.`)
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(spelt))
    throw new UsageError(
      `"${value}" (${from}) is not a valid service URL.`,
      'For example http://localhost:3002',
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v2$/, '')
}

/** A key shortened so that it can be shown. */
export function masked(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 5)}…${key.slice(-4)}`
}
