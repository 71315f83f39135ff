import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { spokenAvailability } from './availability.ts'
import { ancestorsOf, cardsAround } from './cards.ts'
import type { IsInCard } from './cards.ts'
import type { Availability } from './found-product.ts'
import { likenessOf } from './page-facts.ts'
import type { PageFacts } from './page-facts.ts'
import * as words from './shop-words.ts'
import type { Place, PriceSighting, Survey } from './survey.ts'
import { cuesOf } from './visible-text.ts'

/** What a reader of the page sees of the one product that it sells. */
export interface VisibleOffer {
  heading: Place | undefined
  price: PriceSighting | undefined
  former: PriceSighting | undefined
  availability: Availability | undefined
  /** What it is bought with. */
  buy: Place | undefined
  isInCard: IsInCard
  /** Where other products begin, in characters of the page. */
  end: number
}

export function visibleOffer(survey: Survey, facts: PageFacts): VisibleOffer {
  const heading = headingOf(survey, facts)
  const buttons = survey.buttons.filter(
    ({ text, element }) => words.BUY.test(text) || BUY_CUES.test(cuesOf(element)),
  )
  const isInCard = cardsAround([...survey.prices, ...buttons], heading?.element)
  const start = heading?.at ?? 0
  const end = survey.headings.find(({ at, text }) => at > start && words.RELATED.test(text))?.at ?? Infinity
  const isOurs = (place: Place): boolean => !place.isAside && place.at <= end && !isInCard(place.element)
  const buy =
    buttons.find(
      (button) => button.at >= start - NEAR_CHARS && isOurs(button) && button.element.name !== 'a',
    ) ??
    buttons.find(
      (button) => button.at >= start && !button.isAside && button.at <= end && !isLinked(button, isInCard),
    )
  const prices = survey.prices.filter(isOurs)
  const price = mainPrice(prices, { start, buy })
  const former = price === undefined ? undefined : formerPrice(prices, price)
  const last = Math.max(price?.at ?? start, buy?.at ?? start) + FAR_CHARS
  const said = survey.texts.filter((text) => text.at >= start - NEAR_CHARS && text.at <= last && isOurs(text))
  return {
    heading,
    price,
    former,
    availability: availabilityIn(said, price?.at ?? start),
    buy,
    isInCard,
    end,
  }
}

const BUY_CUES = /add-?_?to-?_?(?:cart|bag|basket)(?:\s|$|-?_?(?:btn|button))|buy-?_?now/
const NEAR_CHARS = 300
const FAR_CHARS = 1500

/** A button that is a link stands in itself; it is in a card only when what it stands in is. */
function isLinked({ element }: Place, isInCard: IsInCard): boolean {
  return element.parent !== null && isTag(element.parent) && isInCard(element.parent)
}

/** The heading that the title of the page repeats; a page may have others, such as its logo. */
function headingOf({ headings }: Survey, { meta, title }: PageFacts): Place | undefined {
  const titles = [meta.get('og:title')?.[0], title]
  const inContent = headings.filter(({ isAside }) => !isAside)
  const mains = inContent.filter(({ element }) => element.name === 'h1')
  const [best] = (mains.length > 0 ? mains : inContent.slice(0, 50))
    .map((place) => ({
      place,
      likeness: Math.max(...titles.map((name) => likenessOf(name, place.text))) + place.text.length / 1e4,
    }))
    .toSorted((one, other) => other.likeness - one.likeness)
  return best !== undefined && (mains.length > 0 || best.likeness > 0.6) ? best.place : undefined
}

/** The price that is asked: near the heading and the button, and not one of another kind. */
function mainPrice(
  prices: readonly PriceSighting[],
  { start, buy }: { start: number; buy: Place | undefined },
): PriceSighting | undefined {
  let best: PriceSighting | undefined
  let highest = LEAST_SCORE
  for (const price of prices) {
    const score = scoreOf(price) - distanceOf(price.at - start) + nearnessTo(price.at, buy?.at)
    if (score > highest) [best, highest] = [price, score]
  }
  return best
}

const LEAST_SCORE = -4

function scoreOf({ before, after, isStruck, element }: PriceSighting): number {
  const near = before.slice(-40)
  const cues = nearCues(element)
  return (
    (isStruck ? -6 : 0) +
    (words.SAVING_BEFORE.test(near) || words.SAVING_AFTER.test(after) ? -6 : 0) +
    (words.FORMER.test(near) ? -2 : 0) +
    (/price|preis|prix|precio|prezzo|preco|cena|prijs|pris|amount|цена/.test(cues) ? 2 : 0)
  )
}

function nearCues(element: Element): string {
  return ancestorsOf(element).slice(0, 3).map(cuesOf).join(' ')
}

function distanceOf(chars: number): number {
  return chars >= 0 ? Math.min(4, chars / 800) : 1 + Math.min(4, -chars / 400)
}

function nearnessTo(at: number, button: number | undefined): number {
  return button !== undefined && at <= button + 100 && button - at < FAR_CHARS ? 1.5 : 0
}

/** What it cost before: struck through, or called so, and more than what is asked. */
function formerPrice(
  prices: readonly PriceSighting[],
  { money, at, element }: PriceSighting,
): PriceSighting | undefined {
  const around = new Set(ancestorsOf(element).slice(0, MAX_APART))
  return prices
    .filter((other) => other.isStruck || words.FORMER.test(other.before.slice(-40)))
    .filter(
      (other) =>
        other.money.currency === money.currency &&
        other.money.amount > money.amount &&
        other.money.amount < money.amount * 20,
    )
    .filter(
      (other) => Math.abs(other.at - at) < 400 && ancestorsOf(other.element).some((box) => around.has(box)),
    )
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0]
}

/** How far up from a price what it was before may stand. */
const MAX_APART = 5

function availabilityIn(texts: readonly Place[], at: number): Availability | undefined {
  const said = texts.flatMap((place) => {
    const availability = spokenAvailability(place.text)
    if (availability === undefined) return []
    const isCued = /stock|avail|verf|lager|dispo|nalich|stan/.test(nearCues(place.element))
    return [{ availability, distance: Math.abs(place.at - at) - (isCued ? FAR_CHARS : 0) }]
  })
  return said.toSorted((one, other) => one.distance - other.distance)[0]?.availability
}
