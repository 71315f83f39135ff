import { isTag, isText } from 'domhandler'
import type { Document, Element } from 'domhandler'
import { findingsIn, rangeIn } from '../compose/group-sheets.ts'
import { recordGroupsOf } from '../compose/record-groups.ts'
import type { Finding } from '../findings/cues.ts'
import { bodyOf, isInvisible, textOf } from '../findings/element-profile.ts'
import { poolOf } from '../findings/pool.ts'
import type { Pool } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readMoney } from '../../language/money.ts'
import type { Money } from '../../language/money.ts'
import * as words from './offer.ts'
import { BUY, availabilityInText, withoutUndefined, priceOf, likenessOf } from './offer.ts'
import type { Variant, PageFacts } from './offer.ts'

export interface Place {
  element: Element
  text: string
  at: number
}

export interface ShownText extends Place {
  finding: Finding
}

interface ShownPrice extends ShownText {
  money: Money
  isStruck: boolean
}

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
  const { found, seen, starts } = walkPage(page.root, pool)
  const texts: ShownText[] = []
  const prices: ShownPrice[] = []
  pool.bySpot.forEach((findings, nth) => {
    const written = new Set<string>()
    for (const finding of findings) {
      const { text, spot, kind } = finding
      const around = spot && seen.get(spot.element)
      if (!around || finding.reader === 'attribute' || written.has(text)) continue
      written.add(text)
      const place = { element: spot.element, text, at: starts[nth]!, finding }
      if (!around.isChoice) texts.push(place)
      const money =
        kind === 'money' && !around.isLinked && spot.level === 0 ? readMoney(text, hints) : undefined
      if (money) prices.push({ ...place, money, isStruck: around.isStruck })
    }
  })
  return { ...found, texts, prices }
}

interface Around {
  isLinked: boolean
  isChoice: boolean
  isStruck: boolean
}

const MOST = 5000

/** What is to be seen of the product, the elements whose texts are about it, and how many characters stand before each text. */
function walkPage(root: Document, pool: Pool) {
  const { ranges, spots } = pool
  const cards = cardsOf(root, pool)
  const found: Omit<ShownPage, 'texts' | 'prices'> = {
    headings: [],
    buttons: [],
    images: [],
    controls: [],
    descriptions: [],
  }
  const seen = new Map<Element, Around>()
  const starts = [0]
  for (const { text } of spots) starts.push(starts.at(-1)! + text.length)
  /** The text before what is visited. */
  let last = -1
  for (const child of root.children)
    if (isTag(child)) visit(child, { isLinked: false, isChoice: false, isStruck: false })
  return { found, seen, starts }

  function visit(element: Element, around: Around): void {
    const range = ranges.get(element)
    if (!isUnseen(element) && !isBeside(element) && !cards.has(element)) read(element, range?.[0], around)
    if (range) last = range[1]
  }

  function read(element: Element, first: number | undefined, { isLinked, isChoice, isStruck }: Around): void {
    const here = {
      isLinked: isLinked || isLink(element),
      isChoice: isChoice || element.name === 'label',
      isStruck: isStruck || isStruckThrough(element),
    }
    if (!isLinked) keep(element, starts[first ?? last + 1]!, here.isLinked)
    seen.set(element, here)
    for (const child of element.children) {
      if (isTag(child)) visit(child, here)
      else if (spots[last + 1]?.element === element && isText(child) && /\S/.test(child.data)) last++
    }
  }

  function keep(element: Element, at: number, isLinked: boolean): void {
    const { name, attribs } = element
    const put = (list: Place[], text: string): void => {
      if (list.length < MOST) list.push({ element, text, at })
    }
    if (/^h[1-3]$/.test(name)) put(found.headings, textOf(element, 300))
    else if (name === 'img') put(found.images, attribs['alt'] ?? '')
    else if (name === 'select' || (name === 'input' && attribs['type'] === 'radio'))
      put(found.controls, spots[last]?.text ?? '')
    else if (isLinked || isButton(element)) {
      const said = ['value', 'aria-label', 'title', 'alt'].flatMap((one) => attribs[one] || [])
      put(found.buttons, textOf(element, 100) || (said[0] ?? ''))
    } else if (ranges.has(element) && DESCRIPTION.test(cuesOf(element)))
      put(found.descriptions, textOf(element, LONGEST))
  }
}

const LONGEST = 5000
const DESCRIPTION =
  /(?:^|[\s_-])(?:(?:product|item)-?_*)?(?:description|beschreibung|descripcion|descrizione|descricao|opis|omschrijving|beskrivning|rte)(?:[\s_-]|$)/

export function cuesOf({ attribs }: Element): string {
  const { id = '', class: classes = '', 'data-testid': test = '', itemprop = '' } = attribs
  return `${id.slice(0, 200)} ${classes.slice(0, 500)} ${test.slice(0, 100)} ${itemprop.slice(0, 100)}`
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

function isUnseen(element: Element): boolean {
  const { hidden, style = '' } = element.attribs
  return (
    isInvisible(element) ||
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
  for (const { records } of recordGroupsOf(bodyOf(root))) {
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

/** What a reader of the page sees of the one product that it sells. */
export interface ShownOffer {
  heading: Place | undefined
  buy: Place | undefined
  /** Its price, what that was before, and whether it can be had. */
  variant: Variant
  /** Where the offer begins and ends, in characters of the page. */
  start: number
  end: number
}

export function shownOffer(shown: ShownPage, facts: PageFacts): ShownOffer {
  const heading = headingOf(shown, facts)
  const start = heading?.at ?? 0
  const related = shown.headings.find(({ at, text }) => at > start && words.RELATED.test(text))
  const end = related?.at ?? Infinity
  const buttons = shown.buttons.filter(({ text, at }) => at <= end && words.BUY.test(text))
  const buy =
    buttons.find(({ at, element }) => at >= start - NEAR_CHARS && element.name !== 'a') ??
    buttons.find(({ at }) => at >= start)
  const prices = shown.prices.filter(({ at }) => at <= end)
  const price = mainPrice(prices, start)
  const former = price && formerPrice(prices, price)
  const last = Math.max(price?.at ?? start, buy?.at ?? start)
  const isNear = ({ at }: Place) => at >= start - NEAR_CHARS && at <= Math.min(last + FAR_CHARS, end)
  const availability = availabilityIn(shown.texts.filter(isNear), price?.at ?? start)
  return {
    heading,
    buy,
    variant: withoutUndefined({
      price: price && priceOf(price.money),
      sale: former && { originalPrice: priceOf(former.money) },
      availability,
    }),
    start,
    end: Math.min(end, last + OFFER_CHARS),
  }
}

const NEAR_CHARS = 300
const FAR_CHARS = 1500
const OFFER_CHARS = 3000

/** The heading that the title of the page repeats; a page may have others, such as its logo. */
function headingOf({ headings }: ShownPage, { meta, title }: PageFacts): Place | undefined {
  const titles = [meta.get('og:title')?.[0], title]
  const mains = headings.filter(({ element }) => element.name === 'h1')
  const [best] = (mains.length > 0 ? mains : headings.slice(0, 50))
    .map((place) => ({
      place,
      likeness: Math.max(...titles.map((name) => likenessOf(name, place.text))) + place.text.length / 1e4,
    }))
    .toSorted((one, other) => other.likeness - one.likeness)
  return best && (mains.length > 0 || best.likeness > 0.6) ? best.place : undefined
}

function mainPrice(prices: readonly ShownPrice[], start: number): ShownPrice | undefined {
  let best: ShownPrice | undefined
  let highest = LEAST_SCORE
  for (const price of prices) {
    const ahead = price.at - start
    const distance = ahead >= 0 ? Math.min(4, ahead / 800) : 1 + Math.min(4, -ahead / 400)
    const { tight, loose, named, lead, before, tail, after } = price.finding.cues
    const isSaving = words.SAVING_BEFORE.test(lead || before) || words.SAVING_AFTER.test(tail || after)
    const isCalled = PRICE_CUES.test(`${tight} ${loose} ${named}`)
    const score = (isCalled ? 2 : 0) - distance - (price.isStruck || isSaving ? 6 : isFormer(price) ? 2 : 0)
    if (score > highest) [best, highest] = [price, score]
  }
  return best
}

const LEAST_SCORE = -4
const PRICE_CUES = /price|preis|prix|precio|prezzo|preco|cena|prijs|pris|amount/i
function isFormer({ isStruck, finding }: ShownPrice): boolean {
  const { lead, before, row, tight } = finding.cues
  return isStruck || words.FORMER.test(lead || row || before) || FORMER_CUES.test(tight)
}

const FORMER_CUES =
  /(?:^|[\s_-])(?:old|was|strike\w*|struck|crossed|compare|line-through|msrp|rrp|uvp|streichpreis|original)(?:[\s_-]|price|$)/i

function formerPrice(prices: readonly ShownPrice[], { money, at }: ShownPrice): ShownPrice | undefined {
  return prices
    .filter((other) => isFormer(other) && Math.abs(other.at - at) < 150)
    .filter(
      ({ money: { currency, amount } }) =>
        currency === money.currency && amount > money.amount && amount < money.amount * 20,
    )
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0]
}

function availabilityIn(texts: readonly ShownText[], at: number): Variant['availability'] {
  return texts
    .filter(({ finding }) => finding.reader !== 'part' && finding.reader !== 'mention')
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))
    .map(({ text }) => availabilityInText(text))
    .find((availability) => availability !== undefined)
}
