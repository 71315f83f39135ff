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

/** Reads what belongs together; whatever is missing or too much stops the start. Undefined: nobody rates. */
export function readCheckerSettings({ provider: name, url, key }: Given): CheckerSettings | undefined {
  switch (name) {
    case undefined:
      if (url !== undefined) throw settingFault('URL', 'is set, but WINNOW_URL_RISK_PROVIDER names nobody.')
      if (key !== undefined) throw settingFault('KEY', 'is set, but WINNOW_URL_RISK_PROVIDER names nobody.')
      return undefined
    case 'list':
      if (key !== undefined) throw settingFault('KEY', 'is set, but list takes none.')
      return { name, files: filesIn(url) }
    case 'http':
      if (url === undefined) throw settingFault('URL', 'http needs the address of the endpoint to ask.')
      return { name, url: checkedUrl(url), key: key && checkedKey(key) }
    default:
      if (key === undefined) throw settingFault('KEY', `${name} needs one.`)
      return { name, url: url && checkedUrl(url).replace(/\/+$/, ''), key: checkedKey(key) }
  }
}

function filesIn(paths: string | undefined): string[] {
  const files = (paths ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  if (files.length === 0) throw settingFault('URL', 'list needs the paths of its files, separated by commas.')
  return files
}

function checkedUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw settingFault('URL', 'takes a URL that begins with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || /[?#]/.test(url)) {
    throw settingFault('URL', 'takes a URL without user name, password, query or fragment.')
  }
  return url
}

function checkedKey(key: string): string {
  if (!/^[!-~]+$/.test(key)) throw settingFault('KEY', 'takes visible ASCII characters without spaces.')
  return key
}

function settingFault(what: 'URL' | 'KEY', problem: string): Fault {
  return new Fault('UNAVAILABLE', `WINNOW_URL_RISK_${what}: ${problem}`)
}
