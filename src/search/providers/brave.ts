import { z } from 'zod'
import { createApi, hitFrom, withParameters, Items, answerWith, fieldsOf } from '../ask.ts'
import type { ApiAccess, Reach } from '../ask.ts'
import { cleanDate, webUrl } from '../clean.ts'
import type { Hit, Provider, ProviderWish, Source } from '../provider.ts'
import { spell } from '../spell.ts'
import { firstDay, lastDay } from '../time.ts'

/** The countries and languages that Brave knows; it refuses a question that names another one. */
const COUNTRIES = new Set(
  'ar au at be br ca cl dk fi fr de gr hk in id it jp kr my mx nl nz no cn pl pt ph ru sa za es se ch tw tr gb us'.split(
    ' ',
  ),
)
const LANGUAGES = new Set(
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
)
const OTHERWISE: Record<string, string> = {
  ja: 'jp',
  no: 'nb',
  pt: 'pt-pt',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
}

function braveCountry(country: string): string | undefined {
  return COUNTRIES.has(country) ? country.toUpperCase() : undefined
}

function braveLanguage(language: string): string | undefined {
  const code = language.toLowerCase()
  const base = code.split('-', 1)[0]!
  return [code, base].map((one) => OTHERWISE[one] ?? one).find((one) => LANGUAGES.has(one))
}

const ROOT = 'https://api.search.brave.com'
const KINDS: Record<Source, { path: string; most: number; pages: number }> = {
  web: { path: '/res/v1/web/search', most: 20, pages: 10 },
  news: { path: '/res/v1/news/search', most: 50, pages: 10 },
  images: { path: '/res/v1/images/search', most: 100, pages: 1 },
}
const MOST_TEXT = { characters: 400, terms: 50 }

const Answer = answerWith(['query', 'web', 'results'], {
  results: Items.optional(),
  web: z.looseObject({ results: Items.optional() }).optional(),
})

export function createBrave(reach: Reach, { key, root = ROOT }: ApiAccess): Provider {
  const countOf = ({ source, limit }: ProviderWish) => Math.min(KINDS[source].most, limit)
  return createApi(reach, {
    name: 'brave',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'byDate', 'hours'],
    shape: Answer,
    mostPages: ({ source }) => KINDS[source].pages,
    spelled: (wish) => spell(wish, MOST_TEXT),
    notes: unknown,
    question: (wish, text, page) => ({
      url: withParameters(root + KINDS[wish.source].path, {
        q: text,
        count: String(countOf(wish)),
        ...(page > 0 && { offset: String(page) }),
        country: wish.country && braveCountry(wish.country),
        search_lang: wish.language && braveLanguage(wish.language),
        safesearch: wish.safe ? 'strict' : 'off',
        ...(hasTime(wish) &&
          wish.source !== 'images' && { freshness: `${firstDay(wish.time)}to${lastDay(wish.time)}` }),
      }),
      headers: { 'x-subscription-token': key },
      key,
      meaningOf,
    }),
    read({ web, results }, wish) {
      const found = (wish.source === 'web' ? web?.results : results) ?? []
      return { state: 'page', hits: found.map(toHit), isLast: found.length < countOf(wish) }
    },
  })
}

function hasTime({ time }: ProviderWish): boolean {
  return (time.from ?? time.to) !== undefined
}

function unknown(wish: ProviderWish): string[] {
  const { source, country, language } = wish
  const lost = [
    ...(country !== undefined && braveCountry(country) === undefined ? [`country ${country}`] : []),
    ...(language !== undefined && braveLanguage(language) === undefined ? [`lang ${language}`] : []),
  ]
  return [
    ...(lost.length === 0 ? [] : [`brave does not know ${lost.join(' and ')}, which had no effect.`]),
    ...(source === 'images' && hasTime(wish) ? ['brave knows no times of pictures.'] : []),
  ]
}

/** A key that is wrong is told as an invalid parameter. */
function meaningOf(status: number, said: string): string | undefined {
  return status === 422 && /token/i.test(said)
    ? 'It does not accept its key in WINNOW_SEARCH_KEY.'
    : undefined
}

function toHit(result: Record<string, unknown>): Hit | undefined {
  const { url, title, description, page_age, age } = result
  const properties = fieldsOf(result['properties'])
  const image = webUrl(properties['url']) ?? fieldsOf(result['thumbnail'])['src']
  return hitFrom({
    url,
    title,
    description,
    date: cleanDate(page_age) ?? cleanDate(age),
    image: { url: image, width: properties['width'], height: properties['height'] },
  })
}
