import { readLines } from '../../language/data-files.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'
import { looksRandom } from './shape.ts'

const PARAMETERS: readonly [name: RegExp, value: RegExp][] = [
  [
    /(?:^|[^a-z])(?:page|paged|pg|pages?_?(?:no|num|number|index|nr)|cur(?:rent)?_?page|pagen_\d+|page\[number\])\]?$/,
    /^\d{1,6}$/,
  ],
  [/^(?:seite|pagina|página|strona|sayfa|halaman|pag|str)$/, /^\d{1,6}$/],
  // A post of a blog is often `?p=1234`, a page of a list hardly ever.
  [/^p$/, /^\d{1,3}$/],
  [/(?:^|[^a-z])(?:offset|start|skip|from|start_?(?:at|row|index|record))\]?$/, /^\d{1,6}$/],
  [/(?:^|[^a-z])(?:cursor|page_?token|continuation(?:_?token)?)\]?$/, /^./],
  // A day is a filter: it does not lead through a list.
  [/(?:^|[^a-z])after\]?$/, /^(?!\d{4}-\d{2}-\d{2})(?=.*\d)[\w+/=.:-]{3,}$/],
]
const PAGE_SIZE = /per[_-]?page/

const PATH =
  /\/(?:(?:page|seite|pagina|página|strona|sayfa|halaman|pag)[/_-]?\d{1,6}|p-?\d{1,3})(?:\.\w{2,5})?\/?$/i

/** Whether an address leads on through a list: such pages are visited early, for they show what else there is. */
export function isPagination(url: string): boolean {
  const { pathname, search } = new URL(url)
  return PATH.test(decodeUrlPart(pathname)) || (search !== '' && search.slice(1).split('&').some(counts))
}

function counts(parameter: string): boolean {
  const end = parameter.indexOf('=')
  if (end < 1) return false
  const name = decodeUrlPart(parameter.slice(0, end)).toLowerCase()
  if (PAGE_SIZE.test(name)) return false
  const value = decodeUrlPart(parameter.slice(end + 1))
  return PARAMETERS.some(([names, values]) => names.test(name) && values.test(value))
}

const ALWAYS = /^(?:phpsessid|jsessionid|aspsessionid[a-z]*)$/
const WHEN_RANDOM = /^(?:sid|sess|sessid|session|session_?id|oscsid|xtcsid|zenid)$/
/** ColdFusion sends both; each alone may be anything. */
const COLDFUSION = /^(?:cfid|cftoken)$/
const BOTH_COLDFUSION = /(?=.*[?&]cfid=).*[?&]cftoken=/i

/** Whether a parameter of this name, in lower case, carries a session. `query` is all of its address's parameters. */
export function isSession(name: string, value: string, query: string): boolean {
  if (ALWAYS.test(name)) return true
  if (COLDFUSION.test(name)) return BOTH_COLDFUSION.test(query)
  return WHEN_RANDOM.test(name) && looksRandom(value)
}

const PATH_PARAMETER = /;(?:jsessionid|phpsessid)=[^/;]*/gi
/** How ASP.NET keeps a session without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page.aspx`. */
const PATH_SEGMENT = /\/\((?:[AFSX]\([\w-]{8,}\))+\)(?=\/|$)/g

export function withoutSession(path: string): string {
  if (!path.includes(';') && !path.includes('/(')) return path
  return path.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '') || '/'
}

/** Names that some sites use for content (`ref`, `source`, `campaign`, `trk`, `cid`) are not among them. */
const NAMES = new Set(readLines(new URL('tracking.txt', import.meta.url)).flatMap((line) => line.split(' ')))
const PREFIXES = /^(?:utm_|mtm_|matomo_|piwik_|hsa_|pf_rd_|pd_rd_|trk_)/

export function isTracking(name: string): boolean {
  return NAMES.has(name) || PREFIXES.test(name)
}
