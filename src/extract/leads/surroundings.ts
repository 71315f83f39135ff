import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { isSilent, textOf } from '../findings/inside.ts'
import { cutAtWord } from './lead.ts'
import { isHeading } from './link-text.ts'
import type { Size, Sizes } from './areas.ts'

const MOST_CHARS = 200
const MOST_OF_HEADING = 80

/** Reads what stands around links; what it learns about a page serves all links of it. */
export class Surroundings {
  readonly #sizes: Sizes
  /** How many children of an element that hold links are made alike. */
  readonly #alike = new Map<Element, Map<string, number>>()

  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /** The rest of the card, row or sentence of a link, and the heading above it. `title` is what it is called by. */
  of(link: Element, title: Element | undefined): string {
    const container = this.#containerOf(link)
    const rest = restIn(container, title ?? link, link)
    const heading = headingAbove(container, levelOf(title ?? link, container))
    const shown = cutAtWord(heading, MOST_OF_HEADING)
    if (rest === '' || shown === '') return cutAtWord(rest === '' ? shown : rest, MOST_CHARS)
    return `${cutAtWord(rest, MOST_CHARS - shown.length - 3)} | ${shown}`
  }

  #containerOf(link: Element): Element {
    let below = link
    for (let depth = 0; depth < DEEPEST; depth++) {
      const at = below.parent
      if (!at || !isTag(at) || BOUNDARIES.has(at.name)) return below
      const size = this.#sizes.of.get(at)!
      if (PARAGRAPHS.has(at.name) && size.own >= LEAST_TEXT) return at
      if (!isSmall(size)) return below
      if (ROWS.has(at.name)) return at
      if (this.#isOneOfSeveral(below, at, size)) return below
      below = at
    }
    return below
  }

  /** Whether something stands in a row of its like, and not in the middle of a text. */
  #isOneOfSeveral(element: Element, parent: Element, { own }: Size): boolean {
    if (own >= LEAST_TEXT) return false
    let alike = this.#alike.get(parent)
    if (!alike) {
      alike = new Map()
      for (const child of parent.children) {
        if (!isTag(child) || !this.#sizes.of.has(child)) continue
        const kind = kindOf(child)
        alike.set(kind, (alike.get(kind) ?? 0) + 1)
      }
      this.#alike.set(parent, alike)
    }
    return (alike.get(kindOf(element)) ?? 0) > 1
  }
}

const DEEPEST = 8
const LEAST_TEXT = 3
const BOUNDARIES: ReadonlySet<string> = new Set(
  'html body main ul ol table tbody thead nav header footer aside dl form select map'.split(' '),
)
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'dd', 'figcaption', 'blockquote', 'pre'])
const ROWS: ReadonlySet<string> = new Set(['tr', 'li', 'article', 'dt'])

function isSmall({ chars, links }: Size): boolean {
  return chars <= 1500 && links <= 20
}

function kindOf({ name, attribs }: Element): string {
  return `${name} ${attribs['class'] ?? ''}`
}

/** How far to look, on each side. */
const MOST_NODES = 120
/** A longer text is cut down to the sentence. */
const LONG = 300

function restIn(container: Element, from: Element, link: Element): string {
  const { href } = link.attribs
  const isSkipped = (node: Element) => isSilent(node) || (node !== link && node.attribs['href'] === href)
  const before = textBeside(from, container, 'prev', isSkipped)
  let after = textBeside(from, container, 'next', isSkipped)
  if (isHeading(container) || container.name === 'dt') after += ` ${textBelow(container, isSkipped)}`
  const isLong = before.length + after.length > LONG
  const sentence = isLong ? `${endOfSentence(before)} ${startOfSentence(after)}` : `${before} ${after}`
  return sentence.replaceAll(/\s+/g, ' ').trim()
}

function endOfSentence(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('. '), text.search(/[!?。！？…](?=[^!?。！？…]*$)/)) + 1)
}

function startOfSentence(text: string): string {
  const end = text.search(/[.!?。！？…](?:\s|$)|[。！？]/)
  return end === -1 ? text : text.slice(0, end + 1)
}

type Side = 'prev' | 'next'

/** What stands in a container before or after one of its elements; not far from it. */
function textBeside(
  from: Element,
  container: Element,
  side: Side,
  isSkipped: (node: Element) => boolean,
): string {
  const gathering = new Gathering(side, isSkipped)
  for (let at: Element = from; at !== container && gathering.hasRoom; at = at.parent as Element) {
    for (let beside = at[side]; beside && gathering.hasRoom; beside = beside[side]) gathering.add(beside)
  }
  return gathering.text
}

/** What belongs to a heading or a term stands below it, up to the next of its kind. */
function textBelow(element: Element, isSkipped: (node: Element) => boolean): string {
  const gathering = new Gathering('next', isSkipped)
  for (let below = element.next; below && gathering.hasRoom; below = below.next) {
    if (isTag(below) && (below.name === element.name || isHeading(below))) break
    gathering.add(below)
  }
  return gathering.text
}

/** Texts in one direction, until there are enough of them. */
class Gathering {
  readonly #side: Side
  readonly #isSkipped: (node: Element) => boolean
  #parts: string[] = []
  #chars = 0
  #nodes = 0

  constructor(side: Side, isSkipped: (node: Element) => boolean) {
    this.#side = side
    this.#isSkipped = isSkipped
  }

  get hasRoom(): boolean {
    return this.#chars < 2 * LONG && this.#nodes < MOST_NODES
  }

  get text(): string {
    const parts = this.#side === 'next' ? this.#parts : this.#parts.toReversed()
    return parts.join('').replaceAll(/\s+/g, ' ')
  }

  add(node: AnyNode): void {
    this.#nodes++
    if (isText(node)) {
      const isNext = this.#side === 'next'
      const piece = isNext ? node.data.slice(0, 4 * LONG) : node.data.slice(-4 * LONG)
      this.#parts.push(piece)
      this.#chars += piece.trim().length
    } else if (isTag(node) && !this.#isSkipped(node)) {
      const isInline = INLINE.has(node.name)
      if (!isInline) this.#parts.push(' ')
      const first = this.#side === 'next' ? node.firstChild : node.lastChild
      for (let child = first; child && this.hasRoom; child = child[this.#side]) this.add(child)
      if (!isInline) this.#parts.push(' ')
    }
  }
}

const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i mark q s small strong sub sup time u wbr'.split(' '),
)

/** The level of the heading that something stands in, up to its container; 7 is in none. */
function levelOf(element: Element, container: Element): number {
  for (let at: Element | null = element; at; at = at.parent && isTag(at.parent) ? at.parent : null) {
    if (isHeading(at)) return Number(at.name[1])
    if (at === container) break
  }
  return 7
}

const MOST_LEVELS = 15
const MOST_SIBLINGS = 40

/** The heading of the part of the page that something is in, which is of a higher level than its own. */
function headingAbove(element: Element, level: number): string {
  let at: Element | undefined = element
  for (let up = 0; at && up < MOST_LEVELS; up++) {
    let left = MOST_SIBLINGS
    for (let before = at.prev; before && left > 0; before = before.prev) {
      if (!isTag(before)) continue
      left--
      const heading =
        kindOf(before) === kindOf(at) && !isHeading(before) ? undefined : headingIn(before, level)
      if (heading) return textOf(heading, 2 * MOST_OF_HEADING)
    }
    at = at.parent && isTag(at.parent) ? at.parent : undefined
  }
  return ''
}

/** A heading may have something around it that makes it stand out. */
function headingIn(element: Element, level: number, depth = 0): Element | undefined {
  if (isHeading(element)) return Number(element.name[1]) < level ? element : undefined
  if (depth >= 2 || element.children.length > 8) return undefined
  for (const child of element.children) {
    const found = isTag(child) ? headingIn(child, level, depth + 1) : undefined
    if (found) return found
  }
  return undefined
}
