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

/** The names among the settings, in order, and what belongs to each. Whatever does not fit stops the start. */
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

/** One value for the one provider that it can be for, or one for each by its name. */
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
      throw settingFault(what, `has a value for ${name}, which WINNOW_SEARCH_PROVIDER does not name.`)
    if (SUPPORTED_SETTINGS[name][what] === 'not taken')
      throw settingFault(what, `has a value for ${name}, which takes none.`)
  }
  for (const name of names) {
    if (SUPPORTED_SETTINGS[name][what] === 'needed' && !values.get(name))
      throw settingFault(what, `${name} needs one. ${syntaxHint(what)}`)
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
      ? `is set, but none of ${names.join(', ')} takes one.`
      : `is one value, and could be for ${candidates.join(' or ')}. ${syntaxHint(what)}`,
  )
}

function syntaxHint(what: 'url' | 'key'): string {
  const example = what === 'url' ? 'searxng=http://127.0.0.1:8888' : 'brave=KEY,serper=KEY'
  return `Takes one value, or one for each provider, such as ${example}.`
}

function checkedUrl(name: ProviderName, url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw settingFault('url', `takes for ${name} a URL that begins with http:// or https://.`)
  }
  if (parsed.username !== '' || parsed.password !== '' || /[?#]/.test(url)) {
    throw settingFault('url', `takes for ${name} a URL without user name, password, query or fragment.`)
  }
  return url.replace(/\/+$/, '')
}

function checkedKey(name: ProviderName, key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  if (!/^[!-~]+$/.test(key))
    throw settingFault('key', `takes for ${name} visible ASCII characters without spaces.`)
  const { key: own, engine } = splitEngine(key)
  if (name === 'google-cse' && (own === '' || engine === '' || !key.includes(':'))) {
    throw settingFault(
      'key',
      'takes for google-cse the API key and the ID of the search engine with a colon between them, as KEY:CX.',
    )
  }
  return key
}

function settingFault(what: 'url' | 'key', problem: string): Fault {
  return new Fault('UNAVAILABLE', `${VARIABLE[what]}: ${problem}`)
}
