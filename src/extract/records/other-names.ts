import type { ReadablePage } from '../page.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { namesIn } from '../prose/names-in.ts'
import { textOf } from './text-of.ts'

const ORGANIZATION = /(?:Organization|WebSite|WebPage|Corporation|NewsMedia)/

/** What the page and its site are called, none of which is somebody that the page names. */
export function otherNames({ landmarks }: ReadablePage, items: readonly Item[]): ReadonlySet<string> {
  const titles = landmarks.flatMap((element) => {
    if (element.name === 'h1') return [textOf(element, 200)]
    if (element.name === 'title') return textOf(element, 300).split(/\s+[|–—·-]\s+/u)
    const isSite = element.name === 'meta' && element.attribs['property'] === 'og:site_name'
    return isSite ? [element.attribs['content'] ?? ''] : []
  })
  const organizations = items
    .filter(({ types }) => types.some((type) => ORGANIZATION.test(type)))
    .flatMap(({ properties }) => properties.get('name') ?? [])
    .filter((name) => typeof name === 'string')
  const people = (text: string): boolean => namesIn(text).some(({ name }) => name === text)
  return new Set([...titles.filter((title) => !people(title)), ...organizations].map(folded))
}

export function folded(text: string): string {
  return text.trim().toLowerCase()
}
