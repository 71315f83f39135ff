/** The settings of this server, from its environment. */
export interface Settings {
  /** Undefined: only the tools that need no key work. */
  apiKey: string | undefined
  apiUrl: string
  /**
   * Local files are read only if SERVICE_API_URL was set explicitly, and only for callers on this machine.
   */
  files: 'local' | 'upload'
  transport: { kind: 'stdio' } | HttpSettings
}

interface HttpSettings {
  kind: 'http'
  host: string
  port: number
  allowedHosts: readonly string[]
  /** Whether callers from other machines without a key use this server's key. */
  isKeyShared: boolean
}

/** An invalid setting; the message names it and the accepted values. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

const DEFAULT_URL = 'http://localhost:3002'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings; an empty variable counts as unset. */
export function loadSettings(environment: Environment): Settings {
  const apiUrl = readUrl(environment, 'SERVICE_API_URL') ?? readUrl(environment, 'FIRECRAWL_API_URL')
  return {
    apiKey: readKey(environment, 'SERVICE_API_KEY') ?? readKey(environment, 'FIRECRAWL_API_KEY'),
    apiUrl: apiUrl ?? DEFAULT_URL,
    files: apiUrl === undefined ? 'upload' : 'local',
    transport: readFlag(environment, 'HTTP_STREAMABLE_SERVER')
      ? {
          kind: 'http',
          host: environment['HOST'] || '127.0.0.1',
          port: readPort(environment, 'PORT') ?? 3000,
          allowedHosts: readNames(environment, 'ALLOWED_HOSTS'),
          isKeyShared: readFlag(environment, 'SHARE_API_KEY'),
        }
      : { kind: 'stdio' },
  }
}

function readUrl(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim()
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new BadSetting(
      `${name} must be the http or https URL of the service, such as http://localhost:3002.`,
    )
  return text
}

function readKey(environment: Environment, name: string): string | undefined {
  const key = environment[name]?.trim()
  if (!key) return undefined
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new BadSetting(`${name} must be an API key: one word of ASCII characters, such as fc-….`)
  return key
}

function readFlag(environment: Environment, name: string): boolean {
  const text = (environment[name] ?? '').trim().toLowerCase()
  if (['', 'false', '0'].includes(text)) return false
  if (['true', '1'].includes(text)) return true
  throw new BadSetting(`${name} must be true or false.`)
}

function readPort(environment: Environment, name: string): number | undefined {
  const text = environment[name]?.trim()
  if (!text) return undefined
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new BadSetting(`${name} must be a port, 0 to 65535 (0: any free one).`)
  return Number(text)
}

function readNames(environment: Environment, name: string): string[] {
  const names = (environment[name] ?? '').split(',').map((word) => word.trim().toLowerCase())
  const wrong = names.find((word) => /[/\s:]/.test(word) && !/^\[[\d:a-f.]+\]$/.test(word))
  if (wrong !== undefined)
    throw new BadSetting(
      `${name} must be host names without ports, separated by commas; ${wrong} is not valid.`,
    )
  return names.filter((word) => word !== '')
}
