import { z } from 'zod'
import { Items, answerWith, askJson, fieldsOf } from '../ask.ts'
import type { Reach } from '../ask.ts'
import { cleanDate, cleanSize, cleanText, cleanTitle, webUrl } from '../clean.ts'
import { collect } from '../find.ts'
import type { Hit, Provider, ProviderWish, Source } from '../provider.ts'
import { spell } from '../spell.ts'
import { isoDay, lastDay } from '../time.ts'

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

export function createBrave(
  reach: Reach,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): Provider {
  return {
    name: 'brave',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'byDate', 'hours'],
    async ask(wish, signal) {
      const kind = KINDS[wish.source]
      const { text, notes } = spell(wish, MOST_TEXT)
      const count = Math.min(kind.most, wish.limit)
      return await collect(
        wish,
        kind.pages,
        async (page) => {
          const question = {
            url: addressOf(new URL(root + kind.path), wish, {
              q: text,
              count: String(count),
              ...(page > 0 && { offset: String(page) }),
            }),
            headers: { 'x-subscription-token': key },
            key,
            meaningOf,
          }
          const said = await askJson(reach, question, Answer, signal)
          if (said.state === 'failed') return said
          const results = (wish.source === 'web' ? said.value.web?.results : said.value.results) ?? []
          return { state: 'page', hits: results.map(toHit), isLast: results.length < count }
        },
        [...notes, ...unknown(wish)],
      )
    },
  }
}

function addressOf(url: URL, wish: ProviderWish, own: Record<string, string>): URL {
  const { time, safe, source } = wish
  const country = wish.country && braveCountry(wish.country)
  const language = wish.language && braveLanguage(wish.language)
  const parameters = {
    ...own,
    ...(country !== undefined && { country }),
    ...(language !== undefined && { search_lang: language }),
    safesearch: safe ? 'strict' : 'off',
    ...((time.from ?? time.to) && source !== 'images' && { freshness: rangeOf(wish) }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

function unknown({ time, source, country, language }: ProviderWish): string[] {
  const lost = [
    ...(country !== undefined && braveCountry(country) === undefined ? [`country ${country}`] : []),
    ...(language !== undefined && braveLanguage(language) === undefined ? [`lang ${language}`] : []),
  ]
  return [
    ...(lost.length === 0 ? [] : [`brave does not know ${lost.join(' and ')}, which had no effect.`]),
    ...(source === 'images' && (time.from ?? time.to) ? ['brave knows no times of pictures.'] : []),
  ]
}

function rangeOf({ time }: ProviderWish): string {
  return `${time.from ? isoDay(time.from) : '1970-01-01'}to${lastDay(time)}`
}

/** A key that is wrong is told as an invalid parameter. */
function meaningOf(status: number, said: string): string | undefined {
  return status === 422 && /token/i.test(said)
    ? 'It does not accept its key in WINNOW_SEARCH_KEY.'
    : undefined
}

function toHit(result: Record<string, unknown>): Hit | undefined {
  const url = webUrl(result['url'])
  if (url === undefined) return undefined
  return {
    url,
    title: cleanTitle(result['title']),
    description: cleanText(result['description']),
    date: cleanDate(result['page_age']) ?? cleanDate(result['age']),
    image: imageOf(result),
  }
}

function imageOf(result: Record<string, unknown>): Hit['image'] {
  const properties = fieldsOf(result['properties'])
  const url = webUrl(properties['url']) ?? webUrl(fieldsOf(result['thumbnail'])['src'])
  if (url === undefined) return undefined
  return { url, width: cleanSize(properties['width']), height: cleanSize(properties['height']) }
}
