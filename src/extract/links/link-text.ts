import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { textOf } from '../findings/element-profile.ts'
import { onOneLine } from '../../language/fold.ts'
import { readExpressions } from '../../language/data-files.ts'

export interface LinkText {
  text: string
  worth: number
  /** Where that stands, when it is not all of the link. */
  title: Element | undefined
}

export const linkWords = readExpressions(new URL('link-words.txt', import.meta.url))
const MOST_CHARS = 200

export function linkTextOf(link: Element): LinkText {
  const title = firstIn(link, isHeading) ?? firstIn(link, isTitled)
  const shown = shortTextOf(title ?? link)
  const worth = worthOf(shown)
  if (worth > PHRASE) return { text: shown, worth, title }
  const { attribs } = link
  const picture = firstIn(link, ({ name, attribs: own }) => name === 'img' && own['alt'] !== undefined)
  const names = [attribs['aria-label'], attribs['title'], attribs['alt'], picture?.attribs['alt']]
  const name = names.map(folded).find((each) => worthOf(each) > worth)
  return name === undefined ? { text: shown, worth, title } : { text: name, worth: worthOf(name), title }
}

/** What cards name their title by where it is no heading. */
const TITLED = /(?:^|[\s_-])(?:title|titel|titre|name|heading|headline)(?:$|[\s_-])/i

function isTitled({ attribs }: Element): boolean {
  return TITLED.test((attribs['class'] ?? '').slice(0, 200)) || attribs['itemprop'] === 'name'
}

export function isHeading({ name }: Element): boolean {
  return name.length === 2 && name[0] === 'h' && name[1]! >= '1' && name[1]! <= '6'
}

function worthOf(text: string): number {
  if (text === '') return 0
  if (!/[\p{L}\p{N}]/u.test(text) || isPhrase(text)) return PHRASE
  return PHRASE + (text.length <= LONG ? text.length : LONG / 2)
}

const PHRASE = 1
const LONG = 120

function isPhrase(text: string): boolean {
  return text.length <= 40 && PHRASES.has(text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
}

/** What links say that lead anywhere. */
const PHRASES: ReadonlySet<string> = new Set(linkWords.get('phrase')!.split('|'))

function shortTextOf(node: AnyNode): string {
  return cutAtWord(textOf(node, 2 * MOST_CHARS), MOST_CHARS)
}

function folded(text: string | undefined): string {
  return cutAtWord(onOneLine((text ?? '').slice(0, 4 * MOST_CHARS)), MOST_CHARS)
}

const MOST_LOOKED_AT = 60

function firstIn(element: Element, isWanted: (element: Element) => boolean): Element | undefined {
  let left = MOST_LOOKED_AT
  return search(element)

  function search(at: Element): Element | undefined {
    for (const child of at.children) {
      if (!isTag(child)) continue
      if (left-- <= 0) return undefined
      const found = isWanted(child) ? child : search(child)
      if (found) return found
    }
    return undefined
  }
}

export interface LinkCandidate {
  /** Absolute, over http or https, without a fragment. */
  url: string
  text: string
  context: string
  area: 'content' | 'navigation' | 'aside' | 'footer'
  isNext: boolean
  isUnfollowed: boolean
}

export interface RecordLink {
  /** A JSON pointer to the record in the value. */
  record: string
  url: string
}

/** No more of a text than is wanted, and no part of a word where there are any. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf(' ', most)
  return text.slice(0, end > most / 2 ? end : most).trimEnd()
}
