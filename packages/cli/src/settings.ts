import { UsageError } from './exit-codes.ts'
import type { Saved } from './config-file.ts'

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

/** Those of the specification, our own, and those that users of other clients of this API have set. */
const KEY_VARIABLES = ['SERVICE_API_KEY', 'WINNOW_API_KEY', 'FIRECRAWL_API_KEY']
const URL_VARIABLES = ['SERVICE_API_URL', 'WINNOW_API_URL', 'FIRECRAWL_API_URL']

/** What is said on the command line comes first, then the environment, then the file, then what is usual. */
export function settle(
  given: { 'api-key'?: string | undefined; 'api-url'?: string | undefined },
  environment: Environment,
  saved: { path: string; values: Saved },
): Settings {
  const apiUrl = first(
    given['api-url'],
    '--api-url',
    URL_VARIABLES,
    environment,
    saved.values.apiUrl,
    saved.path,
  )
  const apiKey = first(
    given['api-key'],
    '--api-key',
    KEY_VARIABLES,
    environment,
    keyFor(apiUrl, saved),
    saved.path,
  )
  return {
    apiUrl: apiUrl
      ? { ...apiUrl, value: rootOf(apiUrl) }
      : { value: 'http://localhost:3002', from: 'default' },
    apiKey: apiKey ?? { value: undefined, from: 'not set' },
  }
}

/** A key that was kept for one service is not sent to another that is only named for the moment. */
function keyFor(apiUrl: Setting | undefined, { path, values }: { path: string; values: Saved }) {
  const isElsewhere = apiUrl !== undefined && apiUrl.from !== path && values.apiUrl !== undefined
  return isElsewhere && rootOf(apiUrl) !== rootOf({ value: values.apiUrl!, from: path })
    ? undefined
    : values.apiKey
}

function first(
  flag: string | undefined,
  flagName: string,
  variables: readonly string[],
  environment: Environment,
  kept: string | undefined,
  path: string,
): Setting | undefined {
  if (flag) return { value: flag.trim(), from: flagName }
  for (const name of variables) {
    const value = environment[name]?.trim()
    if (value) return { value, from: name }
  }
  return kept ? { value: kept, from: path } : undefined
}

/** The root of the service, without a slash or `/v2` at its end. */
export function rootOf({ value, from }: Setting): string {
  const spelt = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`
  if (!URL.canParse(spelt) || !/^https?:$/.test(new URL(spelt).protocol))
    throw new UsageError(
      `"${value}" (${from}) is not the address of a service.`,
      'For example http://localhost:3002',
    )
  return spelt.replace(/\/+$/, '').replace(/\/v2$/, '')
}

/** A key that may be shown: enough to tell which it is. */
export function masked(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 5)}…${key.slice(-4)}`
}
