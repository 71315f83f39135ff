import { Fault } from '../fault.ts'

const CHECKERS = ['web-risk', 'safe-browsing', 'virustotal', 'urlhaus', 'list', 'http'] as const
export type CheckerName = (typeof CHECKERS)[number]

export type CheckerSettings =
  | { name: 'list'; files: string[] }
  | { name: 'http'; url: string; key: string | undefined }
  | { name: Exclude<CheckerName, 'list' | 'http'>; url: string | undefined; key: string }

interface Given {
  provider: CheckerName | undefined
  url: string | undefined
  key: string | undefined
}

/**
 * Validates the settings together. A missing or superfluous one stops the start. Returns undefined when no
 * checker is configured.
 */
export function readCheckerSettings({ provider: name, url, key }: Given): CheckerSettings | undefined {
  switch (name) {
    case undefined:
      if (url !== undefined)
        throw settingFault('URL', 'is set, but WINNOW_URL_RISK_PROVIDER is not. Set both or none.')
      if (key !== undefined)
        throw settingFault('KEY', 'is set, but WINNOW_URL_RISK_PROVIDER is not. Set both or none.')
      return undefined
    case 'list':
      if (key !== undefined) throw settingFault('KEY', 'is set, but the provider list has no key. Remove it.')
      return { name, files: filesIn(url) }
    case 'http':
      if (url === undefined)
        throw settingFault('URL', 'is required for the provider http: the URL of its endpoint.')
      return { name, url: checkedUrl(url), key: key && checkedKey(key) }
    default:
      if (key === undefined) throw settingFault('KEY', `is required for the provider ${name}.`)
      return { name, url: url && checkedUrl(url).replace(/\/+$/, ''), key: checkedKey(key) }
  }
}

function filesIn(paths: string | undefined): string[] {
  const files = (paths ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  if (files.length === 0)
    throw settingFault(
      'URL',
      'is required for the provider list: the paths of its files, separated by commas.',
    )
  return files
}

function checkedUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw settingFault('URL', 'must be a URL that begins with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || /[?#]/.test(url)) {
    throw settingFault('URL', 'must be a URL without user name, password, query or fragment.')
  }
  return url
}

function checkedKey(key: string): string {
  if (!/^[!-~]+$/.test(key)) throw settingFault('KEY', 'must be visible ASCII characters without spaces.')
  return key
}

function settingFault(what: 'URL' | 'KEY', problem: string): Fault {
  return new Fault('UNAVAILABLE', `WINNOW_URL_RISK_${what}: ${problem}`)
}
