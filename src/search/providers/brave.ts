import { z } from 'zod'
import { createApiProvider, hitFrom, withParameters, Items, responseWith, fieldsOf } from '../api-provider.ts'
import type { ApiAccess, HttpClient } from '../api-provider.ts'
import { cleanDate, webUrl } from '../clean.ts'
import type { Hit, Provider, ProviderRequest, Source } from '../provider.ts'
import { writeQueryText } from '../query-text.ts'
import { firstDay, lastDay } from '../time-filter.ts'

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
const LANGUAGE_ALIASES: Record<string, string> = {
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
  return [code, base].map((one) => LANGUAGE_ALIASES[one] ?? one).find((one) => LANGUAGES.has(one))
}

const ROOT = 'https://api.search.brave.com'
const KINDS: Record<Source, { path: string; most: number; pages: number }> = {
  web: { path: '/res/v1/web/search', most: 20, pages: 10 },
  news: { path: '/res/v1/news/search', most: 50, pages: 10 },
  images: { path: '/res/v1/images/search', most: 100, pages: 1 },
}
const MAX_TEXT = { characters: 400, terms: 50 }

const ResponseSchema = responseWith(['query', 'web', 'results'], {
  results: Items.optional(),
  web: z.looseObject({ results: Items.optional() }).optional(),
})

export function createBrave(client: HttpClient, { key, root = ROOT }: ApiAccess): Provider {
  const countOf = ({ source, limit }: ProviderRequest) => Math.min(KINDS[source].most, limit)
  return createApiProvider(client, {
    name: 'brave',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'byDate', 'hours'],
    shape: ResponseSchema,
    mostPages: ({ source }) => KINDS[source].pages,
    queryText: (request) => writeQueryText(request, MAX_TEXT),
    notes: unsupportedNotes,
    httpRequest: (request, text, page) => ({
      url: withParameters(root + KINDS[request.source].path, {
        q: text,
        count: String(countOf(request)),
        ...(page > 0 && { offset: String(page) }),
        country: request.country && braveCountry(request.country),
        search_lang: request.language && braveLanguage(request.language),
        safesearch: request.safe ? 'strict' : 'off',
        ...(hasTime(request) &&
          request.source !== 'images' && {
            freshness: `${firstDay(request.time)}to${lastDay(request.time)}`,
          }),
      }),
      headers: { 'x-subscription-token': key },
      key,
      explainStatus,
    }),
    read({ web, results }, request) {
      const found = (request.source === 'web' ? web?.results : results) ?? []
      return { state: 'page', hits: found.map(toHit), isLast: found.length < countOf(request) }
    },
  })
}

function hasTime({ time }: ProviderRequest): boolean {
  return (time.from ?? time.to) !== undefined
}

function unsupportedNotes(request: ProviderRequest): string[] {
  const { source, country, language } = request
  const lost = [
    ...(country !== undefined && braveCountry(country) === undefined ? [`country ${country}`] : []),
    ...(language !== undefined && braveLanguage(language) === undefined ? [`lang ${language}`] : []),
  ]
  return [
    ...(lost.length === 0 ? [] : [`brave does not know ${lost.join(' and ')}, which had no effect.`]),
    ...(source === 'images' && hasTime(request) ? ['brave knows no times of pictures.'] : []),
  ]
}

/** A key that is wrong is told as an invalid parameter. */
function explainStatus(status: number, message: string): string | undefined {
  return status === 422 && /token/i.test(message)
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
