import { readable } from './readable.ts'

/** Parameters that count pages or entries, and what their values look like when they do. */
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
  return PATH.test(readable(pathname)) || (search !== '' && search.slice(1).split('&').some(counts))
}

function counts(parameter: string): boolean {
  const end = parameter.indexOf('=')
  if (end < 1) return false
  const name = readable(parameter.slice(0, end)).toLowerCase()
  if (PAGE_SIZE.test(name)) return false
  const value = readable(parameter.slice(end + 1))
  return PARAMETERS.some(([names, values]) => names.test(name) && values.test(value))
}
