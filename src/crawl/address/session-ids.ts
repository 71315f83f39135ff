import { looksRandom } from './looks-random.ts'

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

/** The path without the session that some servers write into it. */
export function withoutSession(path: string): string {
  if (!path.includes(';') && !path.includes('/(')) return path
  return path.replace(PATH_PARAMETER, '').replace(PATH_SEGMENT, '') || '/'
}
