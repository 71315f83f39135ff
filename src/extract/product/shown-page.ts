import { isTag, isText } from 'domhandler'
import type { Document, Element } from 'domhandler'
import { findingsIn, rangeIn } from '../compose/group-sheets.ts'
import { recordGroupsOf } from '../compose/record-groups.ts'
import type { Finding } from '../findings/finding.ts'
import { isSilent } from '../findings/inside.ts'
import { poolOf } from '../findings/pool.ts'
import type { Pool } from '../findings/pool.ts'
import { textOf } from '../findings/text-of.ts'
import type { ReadablePage } from '../page.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readMoney } from '../../language/money.ts'
import type { Money } from '../../language/money.ts'
import { BUY } from './shop-words.ts'

/** Something that a buyer sees, and after how many characters of the page it stands. */
export interface Place {
  element: Element
  text: string
  at: number
}

export interface ShownText extends Place {
  finding: Finding
}

export interface ShownPrice extends ShownText {
  money: Money
  isStruck: boolean
}

/** What a page shows of its own product: without navigation, and without the cards of other products. */
export interface ShownPage {
  headings: Place[]
  buttons: Place[]
  images: Place[]
  /** What options are chosen with; the text is the one before it. */
  controls: Place[]
  descriptions: Place[]
  texts: ShownText[]
  prices: ShownPrice[]
}

export function shownPage(page: ReadablePage, hints: MoneyHints): ShownPage {
  const pool = poolOf(page)
  const walk = new Walk(pool, cardsOf(page.root, pool))
  const top = { isLinked: false, isChoice: false, isStruck: false }
  for (const child of page.root.children) if (isTag(child)) walk.visit(child, top)
  const texts: ShownText[] = []
  const prices: ShownPrice[] = []
  pool.bySpot.forEach((findings, nth) => {
    const written = new Set<string>()
    for (const finding of findings) {
      const { text, spot, kind } = finding
      const around = spot && walk.seen.get(spot.element)
      if (!around || finding.reader === 'attribute' || written.has(text)) continue
      written.add(text)
      const place = { element: spot.element, text, at: walk.starts[nth]!, finding }
      if (!around.isChoice) texts.push(place)
      const money =
        kind === 'money' && !around.isLinked && spot.level === 0 ? readMoney(text, hints) : undefined
      if (money) prices.push({ ...place, money, isStruck: around.isStruck })
    }
  })
  return { ...walk.found, texts, prices }
}

interface Around {
  /** Whether it stands in a link to another page. */
  isLinked: boolean
  /** Whether it is the label of an option. */
  isChoice: boolean
  isStruck: boolean
}

const MOST = 5000

class Walk {
  readonly found: Omit<ShownPage, 'texts' | 'prices'> = {
    headings: [],
    buttons: [],
    images: [],
    controls: [],
    descriptions: [],
  }
  /** The elements whose texts are about the product. */
  readonly seen = new Map<Element, Around>()
  /** How many characters stand before each text. */
  readonly starts: number[] = [0]
  readonly #pool: Pool
  readonly #cards: ReadonlySet<Element>
  /** The text before what is visited. */
  #last = -1

  constructor(pool: Pool, cards: ReadonlySet<Element>) {
    this.#pool = pool
    this.#cards = cards
    for (const { text } of pool.spots) this.starts.push(this.starts.at(-1)! + text.length)
  }

  visit(element: Element, around: Around): void {
    const range = this.#pool.ranges.get(element)
    if (!isUnseen(element) && !isBeside(element) && !this.#cards.has(element))
      this.#read(element, range?.[0], around)
    if (range) this.#last = range[1]
  }

  #read(element: Element, first: number | undefined, { isLinked, isChoice, isStruck }: Around): void {
    const here = {
      isLinked: isLinked || isLink(element),
      isChoice: isChoice || element.name === 'label',
      isStruck: isStruck || isStruckThrough(element),
    }
    if (!isLinked) this.#keep(element, this.starts[first ?? this.#last + 1]!, here.isLinked)
    this.seen.set(element, here)
    for (const child of element.children) {
      if (isTag(child)) this.visit(child, here)
      else if (
        this.#pool.spots[this.#last + 1]?.element === element &&
        isText(child) &&
        /\S/.test(child.data)
      )
        this.#last++
    }
  }

  #keep(element: Element, at: number, isLinked: boolean): void {
    const { name, attribs } = element
    const put = (list: Place[], text: string): void => {
      if (list.length < MOST) list.push({ element, text, at })
    }
    if (/^h[1-3]$/.test(name)) put(this.found.headings, textOf(element, 300))
    else if (name === 'img') put(this.found.images, attribs['alt'] ?? '')
    else if (name === 'select' || (name === 'input' && attribs['type'] === 'radio'))
      put(this.found.controls, this.#pool.spots[this.#last]?.text ?? '')
    else if (isLinked || isButton(element)) {
      const said = ['value', 'aria-label', 'title', 'alt'].flatMap((one) => attribs[one] || [])
      put(this.found.buttons, textOf(element, 100) || (said[0] ?? ''))
    } else if (this.#pool.ranges.has(element) && DESCRIPTION.test(cuesOf(element)))
      put(this.found.descriptions, textOf(element, LONGEST))
  }
}

const LONGEST = 5000
const DESCRIPTION =
  /(?:^|[\s_-])(?:(?:product|item)-?_*)?(?:description|beschreibung|descripcion|descrizione|descricao|opis|omschrijving|beskrivning|rte)(?:[\s_-]|$)/

/** The names by which scripts and styles of a page know an element, for the cues in them. */
export function cuesOf({ attribs }: Element): string {
  const { id = '', class: classes = '', 'data-testid': test = '', itemprop = '' } = attribs
  return `${id.slice(0, 200)} ${classes.slice(0, 500)} ${test.slice(0, 100)} ${itemprop.slice(0, 100)}`
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

function isUnseen(element: Element): boolean {
  const { hidden, style = '' } = element.attribs
  return (
    isSilent(element) ||
    hidden !== undefined ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style.slice(0, 2000))
  )
}

function isBeside({ name, attribs }: Element): boolean {
  return (
    /^(?:nav|footer|aside)$/.test(name) ||
    /^(?:navigation|contentinfo|complementary|dialog)$/.test(attribs['role'] ?? '')
  )
}

/** A link to another page; one to a picture shows that larger. */
function isLink({ name, attribs }: Element): boolean {
  return (
    name === 'a' && !/^(?:#|javascript:|$)|\.(?:jpe?g|png|webp|avif)(?:$|\?)/i.test(attribs['href'] ?? '')
  )
}

function isButton({ name, attribs }: Element): boolean {
  if (name === 'input') return /^(?:submit|button|image)$/.test(attribs['type'] ?? '')
  return name === 'button' || name === 'a' || attribs['role'] === 'button'
}

function isStruckThrough({ name, attribs }: Element): boolean {
  return /^(?:del|s|strike)$/.test(name) || /line-through/.test((attribs['style'] ?? '').slice(0, 500))
}

/** The cards of other products: at least three alike parts of the page with a link and something to buy in each. */
function cardsOf(root: Document, pool: Pool): Set<Element> {
  const cards = new Set<Element>()
  for (const { records } of recordGroupsOf(root)) {
    const read = records.filter((record) => rangeIn(pool, record) !== undefined)
    const sold = read.filter((record) => isOffer(findingsIn(pool, record)))
    if (sold.length < LEAST_CARDS || sold.length * 2 < read.length) continue
    for (const record of sold)
      for (const part of isOwn(record) ? [record] : record.children) if (isTag(part)) cards.add(part)
  }
  return cards
}

const LEAST_CARDS = 3
const LONGEST_CARD = 150

function isOffer(findings: readonly Finding[]): boolean {
  return (
    findings.length < LONGEST_CARD &&
    findings.some(({ reader, element }) => reader === 'link' && element?.name === 'a') &&
    findings.some(({ kind, text }) => kind === 'money' || (text.length < 40 && BUY.test(text)))
  )
}

/** Whether it is an element of the page, and not one that was made for several siblings. */
function isOwn(record: Element): boolean {
  return record.children[0]?.parent === record
}
