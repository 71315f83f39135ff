import { WinnowError } from './failure.ts'

/** Options of a client. All are optional. */
export interface ClientOptions {
  /**
   * Default: `SERVICE_API_KEY` or `WINNOW_API_KEY` of the environment, otherwise no key, which is enough for
   * the keyless tier if the service has one. An empty string means no key and ignores the environment.
   */
  apiKey?: string | undefined
  /**
   * The root URL of the service, with or without `/v2`. Default: `SERVICE_API_URL` or `WINNOW_API_URL` of the
   * environment, otherwise `http://localhost:3002`.
   */
  apiUrl?: string | undefined
  /**
   * Replaces the built-in fetch. The environment is then ignored, so that a key is only sent if the caller
   * passes it.
   */
  fetch?: typeof fetch | undefined
  /** Names the program that sends the requests, for the logs of the service. */
  origin?: string | undefined
  /** Time limit of one HTTP exchange. Default: 330 s, longer than any request may take. */
  timeoutMs?: number | undefined
  /** How often a safe request is retried. Default: 2. */
  maxRetries?: number | undefined
}

/** The options with all defaults filled in. */
export interface Connection {
  /** Without a trailing slash and without `/v2`. */
  root: string
  apiKey: string | undefined
  send: typeof fetch
  /** Whether requests use the built-in fetch, so that a WebSocket can be used too. */
  usesBuiltInFetch: boolean
  origin: string
  timeoutMs: number
  maxRetries: number
}

const DEFAULT_URL = 'http://localhost:3002'

/** Longer than the maximum of 300 s that a request may ask for. */
const DEFAULT_TIMEOUT_MS = 330_000

export function connectionOf(options: ClientOptions): Connection {
  const environment = options.fetch ? {} : environmentOf()
  const apiUrl = options.apiUrl ?? environment.SERVICE_API_URL ?? environment.WINNOW_API_URL ?? DEFAULT_URL
  const apiKey = options.apiKey ?? environment.SERVICE_API_KEY ?? environment.WINNOW_API_KEY
  return {
    root: rootOf(apiUrl),
    apiKey: checkApiKey(apiKey?.trim()),
    send: options.fetch ?? ((...request) => fetch(...request)),
    usesBuiltInFetch: options.fetch === undefined,
    origin: options.origin ?? 'winnow-client',
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? 2,
  }
}

type Environment = Partial<
  Record<'SERVICE_API_KEY' | 'SERVICE_API_URL' | 'WINNOW_API_KEY' | 'WINNOW_API_URL', string>
>

/** Browsers have no environment, and Deno may deny access to it. An empty variable counts as unset. */
function environmentOf(): Environment {
  try {
    const { env = {} } = (globalThis as { process?: { env?: Environment } }).process ?? {}
    const { SERVICE_API_KEY, SERVICE_API_URL, WINNOW_API_KEY, WINNOW_API_URL } = env
    const given = Object.entries({ SERVICE_API_KEY, SERVICE_API_URL, WINNOW_API_KEY, WINNOW_API_URL })
    return Object.fromEntries(given.filter(([, value]) => value))
  } catch {
    return {}
  }
}

function rootOf(apiUrl: string): string {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WinnowError('BAD_OPTION', 'The apiUrl must be a URL that begins with http:// or https://.')
  if (url.username !== '' || url.password !== '')
    throw new WinnowError(
      'BAD_OPTION',
      'The apiUrl must not contain a user name or password; pass the key as apiKey.',
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v2$/, '')
}

/** Rejects characters that a header cannot contain, because the error of `fetch` would quote the key. */
function checkApiKey(apiKey: string | undefined): string | undefined {
  if (!apiKey) return undefined
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new WinnowError('BAD_OPTION', 'The API key contains characters that no API key has.')
  return apiKey
}
