import { UsageError } from './exit-codes.ts'
import type { SavedSettings } from './config-file.ts'

/** A setting and where it comes from. */
export interface Setting<Value = string> {
  value: Value
  from: string
}

export interface Settings {
  apiUrl: Setting
  apiKey: Setting<string | undefined>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Those of the specification, and our own. */
const KEY_VARIABLES = ['SERVICE_API_KEY', 'WINNOW_API_KEY']
const URL_VARIABLES = ['SERVICE_API_URL', 'WINNOW_API_URL']

/** What users of other clients of this API have set, for whatever service they use with those. */
const PEER_KEY = 'FIRECRAWL_API_KEY'
const PEER_URL = 'FIRECRAWL_API_URL'

const DEFAULT_URL = 'http://localhost:3002'

/**
 * What is said on the command line comes first, then the environment, then the file, then what was set for other clients,
 * then what is usual. Keys of the file and of other clients belong to a service, and are sent to no other.
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

/** Whether a key of other clients may be meant for this service: it is theirs, or they name none and the user named this one. */
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

/** The root of the service in one spelling, without a slash or `/v2` at its end. */
export function rootOf({ value, from }: Setting): string {
  const spelt = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`
  const url = URL.canParse(spelt) ? new URL(spelt) : undefined
  if (url && (url.username !== '' || url.password !== ''))
    throw new UsageError(`The address of the service (${from}) must not have a name or password in it.`)
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(spelt))
    throw new UsageError(
      `"${value}" (${from}) is not the address of a service.`,
      'For example http://localhost:3002',
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v2$/, '')
}

/** A key that may be shown: enough to tell which it is. */
export function masked(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 5)}…${key.slice(-4)}`
}
