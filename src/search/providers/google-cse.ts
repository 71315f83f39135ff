import { createApiProvider, hitFrom, withParameters, responseWith, fieldsOf, Items } from '../api-provider.ts'
import type { ApiAccess, HttpClient } from '../api-provider.ts'
import type { Hit, Provider, ProviderRequest } from '../provider.ts'
import { firstDay, lastDay } from '../time-filter.ts'

const ROOT = 'https://www.googleapis.com'
const PER_PAGE = 10
const MAX_PAGES = 10

const ResponseSchema = responseWith(['kind', 'searchInformation', 'items'], { items: Items.optional() })

export function createGoogleCse(
  client: HttpClient,
  { key, engine, root = ROOT }: ApiAccess & { engine: string },
): Provider {
  return createApiProvider(client, {
    name: 'google-cse',
    has: ['web', 'images'],
    ignores: ['location', 'hours'],
    shape: ResponseSchema,
    mostPages: () => MAX_PAGES,
    notes: orderNotes,
    httpRequest: (request, text, page) => ({
      url: withParameters(`${root}/customsearch/v1`, {
        key,
        cx: engine,
        q: text,
        start: String(page * PER_PAGE + 1),
        ...parametersOf(request),
      }),
      key,
      explainStatus,
    }),
    read: ({ items = [] }, { source }) => ({
      state: 'page',
      hits: items.map(source === 'images' ? toImage : toPage),
      isLast: items.length < PER_PAGE,
    }),
  })
}

function parametersOf({
  source,
  limit,
  country,
  language,
  safe,
  time,
}: ProviderRequest): Record<string, string | undefined> {
  const days = `${firstDay(time)}:${lastDay(time)}`.replaceAll('-', '')
  const range = time.from || time.to ? `date:r:${days}` : undefined
  const sort = range ?? (time.byDate ? 'date' : undefined)
  return {
    num: String(Math.min(PER_PAGE, limit)),
    safe: safe ? 'active' : 'off',
    ...(source === 'images' && { searchType: 'image' }),
    gl: country,
    ...(language !== undefined && { lr: `lang_${language.split('-', 1)[0]}`, hl: language }),
    sort,
  }
}

function orderNotes({ time }: ProviderRequest): string[] {
  return time.byDate && (time.from ?? time.to)
    ? ['google-cse sorts by relevance and not by date within a time.']
    : []
}

/** A key that is wrong is told as a bad request. */
function explainStatus(status: number, message: string): string | undefined {
  return status === 400 && /api key/i.test(message)
    ? 'It does not accept its key in WINNOW_SEARCH_KEY.'
    : undefined
}

function toPage({ link, title, snippet, pagemap }: Record<string, unknown>): Hit | undefined {
  const image = fieldsOf([fieldsOf(pagemap)['cse_image']].flat()[0])
  return hitFrom({ url: link, title, description: snippet, image: { url: image['src'] } })
}

function toImage(item: Record<string, unknown>): Hit | undefined {
  const { contextLink, width, height } = fieldsOf(item['image'])
  const hit = hitFrom({
    url: contextLink,
    title: item['title'],
    image: { url: item['link'], width, height },
  })
  return hit?.image && hit
}
