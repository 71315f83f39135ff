import { spokenAvailability } from './availability.ts'
import { known } from './found-product.ts'
import type { Variant } from './found-product.ts'
import { priceOf } from './offer.ts'
import { likenessOf } from './page-facts.ts'
import type { PageFacts } from './page-facts.ts'
import * as words from './shop-words.ts'
import type { Place, ShownPage, ShownPrice, ShownText } from './shown-page.ts'

/** What a reader of the page sees of the one product that it sells. */
export interface ShownOffer {
  heading: Place | undefined
  /** What it is bought with. */
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
    variant: known({
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

/** The price that is asked: near the heading, and not a former one. */
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
/** Whether it is a price that is not asked any more: struck through, or called so. */
function isFormer({ isStruck, finding }: ShownPrice): boolean {
  const { lead, before, row, tight } = finding.cues
  return isStruck || words.FORMER.test(lead || row || before) || FORMER_CUES.test(tight)
}

const FORMER_CUES =
  /(?:^|[\s_-])(?:old|was|strike\w*|struck|crossed|compare|line-through|msrp|rrp|uvp|streichpreis|original)(?:[\s_-]|price|$)/i

/** What it cost before: more than what is asked, and beside that. */
function formerPrice(prices: readonly ShownPrice[], { money, at }: ShownPrice): ShownPrice | undefined {
  return prices
    .filter((other) => isFormer(other) && Math.abs(other.at - at) < 150)
    .filter(
      ({ money: { currency, amount } }) =>
        currency === money.currency && amount > money.amount && amount < money.amount * 20,
    )
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0]
}

/** What is said nearest to the price about having it. */
function availabilityIn(texts: readonly ShownText[], at: number): Variant['availability'] {
  return texts
    .filter(({ finding }) => finding.reader !== 'part' && finding.reader !== 'mention')
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))
    .map(({ text }) => spokenAvailability(text))
    .find((availability) => availability !== undefined)
}
