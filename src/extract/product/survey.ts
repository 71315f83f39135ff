import { isTag, isText } from 'domhandler'
import type { Element } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import type { MoneyHints } from '../values/currency.ts'
import { moneyIn } from '../values/money.ts'
import type { Money } from '../values/money.ts'
import { cuesOf, foldSpace, isApart, isUnseen } from './visible-text.ts'

/** What a walk over the page finds that matters to somebody who wants to buy. */
export interface Survey {
  prices: PriceSighting[]
  headings: Place[]
  /** Buttons and everything that is labelled like one. */
  buttons: Place[]
  /** Short texts that are not parts of others. */
  texts: Place[]
  images: Place[]
  /** Selects, radio buttons, and what else options are chosen with. */
  controls: Place[]
}

/** An element, what it says, and after how many characters of the page it stands. */
export interface Place {
  element: Element
  text: string
  at: number
  /** Whether it stands beside the content: navigation, footer. */
  isAside: boolean
}

export interface PriceSighting extends Place {
  money: Money
  isStruck: boolean
  /** What stands before and after it. */
  before: string
  after: string
}

export function surveyOf(page: ReadablePage, hints: MoneyHints): Survey {
  const surveyor = new Surveyor(hints)
  for (const child of page.root.children)
    if (isTag(child)) surveyor.visit(child, { isAside: false, isStruck: false })
  return surveyor.survey()
}

interface Surroundings {
  isAside: boolean
  isStruck: boolean
}

interface Sighting extends PriceSighting {
  chunk: number
  chunkAfter: number
}

const MAX_FOUND = 5000
const MAX_BLOCK_CHARS = 140
const MAX_CONTEXT_CHARS = 60

class Surveyor {
  readonly #hints: MoneyHints
  readonly #found: Survey = { prices: [], headings: [], buttons: [], texts: [], images: [], controls: [] }
  readonly #sightings: Sighting[] = []
  readonly #chunks: string[] = []
  #at = 0

  constructor(hints: MoneyHints) {
    this.#hints = hints
  }

  survey(): Survey {
    const prices = this.#sightings.map(({ chunk, chunkAfter, ...price }) => ({
      ...price,
      before: `${this.#chunks.slice(Math.max(0, chunk - 3), chunk).join(' ')} ${price.before}`.slice(
        -MAX_CONTEXT_CHARS,
      ),
      after: `${price.after} ${this.#chunks.slice(chunkAfter, chunkAfter + 2).join(' ')}`
        .trim()
        .slice(0, MAX_CONTEXT_CHARS),
    }))
    return { ...this.#found, prices }
  }

  /** The text of an element while it is short enough to be a price or a label, and whether a price was found in it. */
  visit(element: Element, around: Surroundings): { text: string | undefined; isPriced: boolean } {
    if (isUnseen(element)) return { text: '', isPriced: false }
    const here = surroundingsOf(element, around)
    const at = this.#at
    const chunk = this.#chunks.length
    let text: string | undefined = ''
    let isPriced = false
    for (const child of element.children) {
      if (isText(child)) {
        text = joined(text, this.#readText(child.data))
      } else if (isTag(child)) {
        const inner = this.visit(child, here)
        isPriced ||= inner.isPriced
        text = joined(text, inner.text === undefined ? undefined : withCents(child, inner.text, text ?? ''))
      }
    }
    const folded = text === undefined ? undefined : foldSpace(text)
    const place = { element, text: folded ?? '', at, isAside: here.isAside }
    if (folded !== undefined && !isPriced && folded !== '') isPriced = this.#readPrices(place, here, chunk)
    this.#keep(place, folded)
    return { text: text !== undefined && isApart(element) ? ` ${text} ` : text, isPriced }
  }

  #readText(data: string): string | undefined {
    if (!/\S/.test(data)) return ' '
    if (data.length > MAX_BLOCK_CHARS * 10) {
      this.#at += data.length
      this.#chunks.push('…')
      return undefined
    }
    const text = foldSpace(data)
    this.#at += text.length
    this.#chunks.push(text.slice(0, MAX_BLOCK_CHARS))
    return data.replace(/\s+/g, (space) => (/[\u00a0\u202f\u2009]/.test(space) ? space : ' '))
  }

  #readPrices(place: Place, { isStruck }: Surroundings, chunk: number): boolean {
    if (!/[\d\u0660-\u0669\u06f0-\u06f9]/.test(place.text) || this.#sightings.length >= MAX_FOUND)
      return false
    let from = 0
    for (const { start, end, ...money } of moneyIn(place.text, this.#hints)) {
      const around = { before: place.text.slice(from, start), after: place.text.slice(end) }
      this.#sightings.push({ ...place, ...around, money, isStruck, chunk, chunkAfter: this.#chunks.length })
      from = end
    }
    return from > 0
  }

  #keep(place: Place, text: string | undefined): void {
    const { name, attribs } = place.element
    const put = (list: Place[]): void => {
      if (list.length < MAX_FOUND) list.push(place)
    }
    if (name === 'img') put(this.#found.images)
    if (name === 'select' || name === 'fieldset' || (name === 'input' && attribs['type'] === 'radio'))
      put(this.#found.controls)
    if (OPTION_ROLES.test(attribs['role'] ?? '')) put(this.#found.controls)
    if (text === undefined) return
    if (/^h[1-3]$/.test(name) && text !== '') put(this.#found.headings)
    if (
      name === 'button' ||
      name === 'a' ||
      attribs['role'] === 'button' ||
      (name === 'input' && BUTTON_TYPES.test(attribs['type'] ?? ''))
    ) {
      const label =
        text || (attribs['value'] ?? attribs['aria-label'] ?? attribs['title'] ?? attribs['alt'] ?? '')
      if (label !== '' && this.#found.buttons.length < MAX_FOUND)
        this.#found.buttons.push({ ...place, text: label.slice(0, 100) })
    }
    if (text !== '' && name !== 'option') put(this.#found.texts)
  }
}

const OPTION_ROLES = /^(?:radiogroup|listbox)$/
const BUTTON_TYPES = /^(?:submit|button|image)$/

function surroundingsOf(element: Element, { isAside, isStruck }: Surroundings): Surroundings {
  return { isAside: isAside || isBeside(element), isStruck: isStruck || isStruckThrough(element) }
}

function isBeside(element: Element): boolean {
  return (
    /^(?:nav|footer|aside)$/.test(element.name) ||
    /^(?:navigation|contentinfo|complementary|dialog)$/.test(element.attribs['role'] ?? '')
  )
}

function isStruckThrough(element: Element): boolean {
  const { name, attribs } = element
  if (name === 'del' || name === 's' || name === 'strike') return true
  if (attribs['style'] !== undefined && /line-through/.test(attribs['style'].slice(0, 500))) return true
  return attribs['class'] !== undefined && STRUCK.test(cuesOf(element))
}

const STRUCK =
  /(?:^|[\s_-])(?:old|was|strike|striked|strikethrough|struck|crossed|compare|compare-at|line-through|before-discount|msrp|rrp|uvp|streichpreis|original)(?:[\s_-]|price|$)/

function joined(text: string | undefined, more: string | undefined): string | undefined {
  if (text === undefined || more === undefined) return undefined
  return text.length + more.length > MAX_BLOCK_CHARS ? undefined : text + more
}

/** Cents that are only set apart by their size get the point that a reader sees. */
function withCents({ name, attribs }: Element, text: string, before: string): string {
  const isSmall = name === 'sup' || CENTS.test((attribs['class'] ?? '').slice(0, 300))
  return isSmall && /^\s*\d\d\D*$/.test(text) && /\d\s*$/.test(before) && !/[.,]\d*\s*$/.test(before)
    ? `.${text.trim()}`
    : text
}

const CENTS = /cent|decimal|frac|minor|small/i
