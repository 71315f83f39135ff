import { WinnowError } from './failure.ts'

/** What a client is made with. Everything may be left out. */
export interface ClientOptions {
  /**
   * Without one: `SERVICE_API_KEY` or `WINNOW_API_KEY` of the environment, otherwise no key, which is enough for the
   * keyless tier where the service has it. An empty string means no key whatever the environment says.
   */
  apiKey?: string | undefined
  /**
   * The root of the service, with or without `/v2`. Without one: `SERVICE_API_URL` or `WINNOW_API_URL` of the
   * environment, otherwise `http://localhost:3002`.
   */
  apiUrl?: string | undefined
  /**
   * Sends the requests instead of the built-in one. Nothing is read from the environment then: whoever sends requests
   * some other way says which key they carry.
   */
  fetch?: typeof fetch | undefined
  /** How the requests name where they come from, for the logs of the service. */
  origin?: string | undefined
  /** How long one exchange with the service may take. Default: 330 s, more than any request may take there. */
  timeoutMs?: number | undefined
  /** How often what may be repeated is repeated. Default: 2. */
  maxRetries?: number | undefined
}

/** Where and how the service is asked: the options with every default filled. */
export interface Connection {
  /** Without a slash at its end and without `/v2`. */
  root: string
  apiKey: string | undefined
  send: typeof fetch
  /** Whether requests go the ordinary way, which a WebSocket can go too. */
  usesBuiltInFetch: boolean
  origin: string
  timeoutMs: number
  maxRetries: number
}

const DEFAULT_URL = 'http://localhost:3002'

/** Longer than the 300 s that a request may ask for at most. */
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

/** Browsers have no environment, and Deno may not let us read it. An empty variable is one that is not set. */
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
    throw new WinnowError('BAD_OPTION', 'The apiUrl must be an address that begins with http:// or https://.')
  if (url.username !== '' || url.password !== '')
    throw new WinnowError('BAD_OPTION', 'The apiUrl must not carry a name or password; the key is an option.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v2$/, '')
}

/** What a header cannot carry is refused here, because the complaint of `fetch` would quote it. */
function checkApiKey(apiKey: string | undefined): string | undefined {
  if (!apiKey) return undefined
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new WinnowError('BAD_OPTION', 'The API key has characters that no key has.')
  return apiKey
}
