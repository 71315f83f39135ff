import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { textOf } from '../findings/inside.ts'
import { cutAtWord } from './lead.ts'

/** What a link is called, and how much that says. */
export interface LinkText {
  text: string
  worth: number
  /** Where that stands, when it is not all of the link. */
  title: Element | undefined
}

const MOST_CHARS = 200

/** What a link shows; where that says nothing, what it or its picture is called. */
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

/** The longer the better, up to a point: a whole card is no name. */
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
const PHRASES: ReadonlySet<string> = new Set(
  `read more|more|learn more|find out more|see more|view more|show more|load more|details|view|view details|see details
  |more details|more info|more information|click here|here|continue|continue reading|read|read article|open|go|link
  |permalink|buy now|shop now|view profile|profile|website|weiterlesen|mehr|mehr erfahren|mehr lesen|mehr infos|hier
  |zum artikel|ansehen|anzeigen|lire|lire la suite|lire plus|en savoir plus|voir|voir plus|la suite|leer más|ver más|ver
  |más|más información|saber mais|leia mais|ler mais|ver mais|mais|leggi|leggi tutto|leggi di più|scopri|scopri di più
  |continua|meer|meer lezen|meer info|lees meer|lees verder|läs mer|les mer|læs mere|lue lisää|czytaj dalej
  |czytaj więcej|więcej|подробнее|читать далее|далее|ещё|続きを読む|もっと見る|詳細|詳しくはこちら|阅读更多|更多|查看详情|더보기
  |자세히|자세히 보기|devamı|devamını oku`
    .split('|')
    .map((phrase) => phrase.trim()),
)

function shortTextOf(node: AnyNode): string {
  return cutAtWord(textOf(node, 2 * MOST_CHARS), MOST_CHARS)
}

function folded(text: string | undefined): string {
  return cutAtWord(
    (text ?? '')
      .slice(0, 4 * MOST_CHARS)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    MOST_CHARS,
  )
}

const MOST_LOOKED_AT = 60

/** The first element of a kind in another, if it comes soon. */
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
