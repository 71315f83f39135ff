import { readLines } from '../../language/data-files.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'
import { looksRandom } from './shape.ts'

const PAGE_PARAMETERS: readonly [name: RegExp, value: RegExp][] = [
  [
    /(?:^|[^a-z])(?:page|paged|pg|pages?_?(?:no|num|number|index|nr)|cur(?:rent)?_?page|pagen_\d+|page\[number\])\]?$/,
    /^\d{1,6}$/,
  ],
  [/^(?:seite|pagina|página|strona|sayfa|halaman|pag|str)$/, /^\d{1,6}$/],
  // A blog post is often `?p=1234`, a page of a list rarely.
  [/^p$/, /^\d{1,3}$/],
  [/(?:^|[^a-z])(?:offset|start|skip|from|start_?(?:at|row|index|record))\]?$/, /^\d{1,6}$/],
  [/(?:^|[^a-z])(?:cursor|page_?token|continuation(?:_?token)?)\]?$/, /^./],
  // A date is a filter, not pagination.
  [/(?:^|[^a-z])after\]?$/, /^(?!\d{4}-\d{2}-\d{2})(?=.*\d)[\w+/=.:-]{3,}$/],
]
const PAGE_SIZE = /per[_-]?page/

const PATH =
  /\/(?:(?:page|seite|pagina|página|strona|sayfa|halaman|pag)[/_-]?\d{1,6}|p-?\d{1,3})(?:\.\w{2,5})?\/?$/i

/** Whether a URL continues a list. Such pages are visited early because they lead to more pages. */
export function isPagination(url: string): boolean {
  const { pathname, search } = new URL(url)
  return (
    PATH.test(decodeUrlPart(pathname)) || (search !== '' && search.slice(1).split('&').some(isPageParameter))
  )
}

function isPageParameter(parameter: string): boolean {
  const end = parameter.indexOf('=')
  if (end < 1) return false
  const name = decodeUrlPart(parameter.slice(0, end)).toLowerCase()
  if (PAGE_SIZE.test(name)) return false
  const value = decodeUrlPart(parameter.slice(end + 1))
  return PAGE_PARAMETERS.some(([names, values]) => names.test(name) && values.test(value))
}

const SESSION_NAMES = /^(?:phpsessid|jsessionid|aspsessionid[a-z]*)$/
const SESSION_NAMES_WITH_RANDOM_VALUE = /^(?:sid|sess|sessid|session|session_?id|oscsid|xtcsid|zenid)$/
/** ColdFusion sends both parameters; one alone may mean anything. */
const COLDFUSION = /^(?:cfid|cftoken)$/
const BOTH_COLDFUSION = /(?=.*[?&]cfid=).*[?&]cftoken=/i

/**
 * Whether a parameter with this lower-case name carries a session. `query` holds all parameters of its URL.
 */
export function isSession(name: string, value: string, query: string): boolean {
  if (SESSION_NAMES.test(name)) return true
  if (COLDFUSION.test(name)) return BOTH_COLDFUSION.test(query)
  return SESSION_NAMES_WITH_RANDOM_VALUE.test(name) && looksRandom(value)
}

const PATH_PARAMETER = /;(?:jsessionid|phpsessid)=[^/;]*/gi
/** ASP.NET sessions without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page.aspx`. */
const PATH_SEGMENT = /\/\((?:[AFSX]\([\w-]{8,}\))+\)(?=\/|$)/g

export function withoutSession(path: string): string {
  if (!path.includes(';') && !path.includes('/(')) return path
  return path.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '') || '/'
}

/** Names that some sites use for content (`ref`, `source`, `campaign`, `trk`, `cid`) are not listed. */
const TRACKING_NAMES = new Set(
  readLines(new URL('tracking.txt', import.meta.url)).flatMap((line) => line.split(' ')),
)
const TRACKING_PREFIXES = /^(?:utm_|mtm_|matomo_|piwik_|hsa_|pf_rd_|pd_rd_|trk_)/

export function isTracking(name: string): boolean {
  return TRACKING_NAMES.has(name) || TRACKING_PREFIXES.test(name)
}
