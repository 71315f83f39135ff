import { Fault } from '../fault.ts'
import { PROVIDERS } from './provider.ts'
import type { ProviderName } from './provider.ts'

export interface ProviderSettings {
  name: ProviderName
  url: string | undefined
  key: string | undefined
}

type SettingSupport = 'needed' | 'taken' | 'not taken'

const SUPPORTED_SETTINGS: Record<ProviderName, { url: SettingSupport; key: SettingSupport }> = {
  local: { url: 'not taken', key: 'not taken' },
  searxng: { url: 'needed', key: 'not taken' },
  brave: { url: 'taken', key: 'needed' },
  serper: { url: 'taken', key: 'needed' },
  tavily: { url: 'taken', key: 'needed' },
  'google-cse': { url: 'taken', key: 'needed' },
  duckduckgo: { url: 'taken', key: 'not taken' },
}

/** The configured providers in order, each with its own settings. An invalid setting stops the start. */
export function readSettings(raw: {
  providers: readonly ProviderName[]
  url: string | undefined
  key: string | undefined
}): ProviderSettings[] {
  const names = [...new Set(raw.providers)]
  const urls = valuesFor(names, 'url', raw.url)
  const keys = valuesFor(names, 'key', raw.key)
  return names.map((name) => ({
    name,
    url: checkedUrl(name, urls.get(name)),
    key: checkedKey(name, keys.get(name)),
  }))
}

export function splitEngine(key: string): { key: string; engine: string } {
  const at = key.indexOf(':')
  return { key: key.slice(0, at), engine: key.slice(at + 1) }
}

const VARIABLE = { url: 'WINNOW_SEARCH_URL', key: 'WINNOW_SEARCH_KEY' }
const PAIR = new RegExp(`^\\s*(${PROVIDERS.join('|')})=`)
const PAIR_SEPARATOR = new RegExp(`,(?=\\s*(?:${PROVIDERS.join('|')})=)`)

/** A single value for the only provider that can use it, or one value per provider name. */
function valuesFor(
  names: readonly ProviderName[],
  what: 'url' | 'key',
  text: string | undefined,
): Map<ProviderName, string> {
  const values = new Map<ProviderName, string>()
  if (text !== undefined && PAIR.test(text)) {
    for (const pair of text.split(PAIR_SEPARATOR)) {
      const name = PAIR.exec(pair)?.[1] as ProviderName
      values.set(name, pair.replace(PAIR, '').trim())
    }
  } else if (text !== undefined) values.set(onlyOneFor(names, what), text.trim())
  for (const name of values.keys()) {
    if (!names.includes(name))
      throw settingFault(what, `has a value for ${name}, which is not in WINNOW_SEARCH_PROVIDER.`)
    if (SUPPORTED_SETTINGS[name][what] === 'not taken')
      throw settingFault(what, `has a value for ${name}, which needs none. Remove it.`)
  }
  for (const name of names) {
    if (SUPPORTED_SETTINGS[name][what] === 'needed' && !values.get(name))
      throw settingFault(what, `is required for ${name}. ${syntaxHint(what)}`)
  }
  return values
}

function onlyOneFor(names: readonly ProviderName[], what: 'url' | 'key'): ProviderName {
  const of = (need: SettingSupport) => names.filter((name) => SUPPORTED_SETTINGS[name][what] === need)
  const candidates = of('needed').length > 0 ? of('needed') : of('taken')
  if (candidates.length === 1) return candidates[0]!
  throw settingFault(
    what,
    candidates.length === 0
      ? `is set, but none of ${names.join(', ')} needs it. Remove it.`
      : `is one value, but ${candidates.join(' and ')} can use it. ${syntaxHint(what)}`,
  )
}

function syntaxHint(what: 'url' | 'key'): string {
  const example = what === 'url' ? 'searxng=http://127.0.0.1:8888' : 'brave=KEY,serper=KEY'
  return `Give one value, or one per provider, such as ${example}.`
}

function checkedUrl(name: ProviderName, url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw settingFault('url', `the value for ${name} must be a URL that begins with http:// or https://.`)
  }
  if (parsed.username !== '' || parsed.password !== '' || /[?#]/.test(url)) {
    throw settingFault(
      'url',
      `the value for ${name} must be a URL without user name, password, query or fragment.`,
    )
  }
  return url.replace(/\/+$/, '')
}

function checkedKey(name: ProviderName, key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  if (!/^[!-~]+$/.test(key))
    throw settingFault('key', `the value for ${name} must be visible ASCII characters without spaces.`)
  const { key: own, engine } = splitEngine(key)
  if (name === 'google-cse' && (own === '' || engine === '' || !key.includes(':'))) {
    throw settingFault(
      'key',
      'the value for google-cse must be the API key and the ID of the search engine with a colon between them, as KEY:CX.',
    )
  }
  return key
}

function settingFault(what: 'url' | 'key', problem: string): Fault {
  return new Fault('UNAVAILABLE', `${VARIABLE[what]}: ${problem}`)
}
