import { answerWith, askJson, fieldsOf, Items } from '../ask.ts'
import type { Reach } from '../ask.ts'
import { cleanSize, cleanText, cleanTitle, webUrl } from '../clean.ts'
import { collect } from '../find.ts'
import type { Hit, Provider, ProviderWish } from '../provider.ts'
import { spell } from '../spell.ts'
import { isoDay, lastDay } from '../time.ts'

const ROOT = 'https://www.googleapis.com'
const PER_PAGE = 10
const MOST_PAGES = 10

const Answer = answerWith(['kind', 'searchInformation', 'items'], { items: Items.optional() })

export function createGoogleCse(
  reach: Reach,
  { key, engine, root = ROOT }: { key: string; engine: string; root?: string | undefined },
): Provider {
  return {
    name: 'google-cse',
    has: ['web', 'images'],
    ignores: ['location', 'hours'],
    async ask(wish, signal) {
      const { text, notes } = spell(wish)
      return await collect(
        wish,
        MOST_PAGES,
        async (page) => {
          const url = new URL(`${root}/customsearch/v1`)
          const parameters = {
            key,
            cx: engine,
            q: text,
            start: String(page * PER_PAGE + 1),
            ...parametersOf(wish),
          }
          for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
          const said = await askJson(reach, { url, key, meaningOf }, Answer, signal)
          if (said.state === 'failed') return said
          const { items = [] } = said.value
          return {
            state: 'page',
            hits: items.map(wish.source === 'images' ? toImage : toPage),
            isLast: items.length < PER_PAGE,
          }
        },
        [...notes, ...orderNotes(wish)],
      )
    },
  }
}

function parametersOf({
  source,
  limit,
  country,
  language,
  safe,
  time,
}: ProviderWish): Record<string, string> {
  const range =
    time.from || time.to ? `date:r:${digits(time.from)}:${lastDay(time).replaceAll('-', '')}` : undefined
  const sort = range ?? (time.byDate ? 'date' : undefined)
  return {
    num: String(Math.min(PER_PAGE, limit)),
    safe: safe ? 'active' : 'off',
    ...(source === 'images' && { searchType: 'image' }),
    ...(country !== undefined && { gl: country }),
    ...(language !== undefined && { lr: `lang_${language.split('-', 1)[0]}`, hl: language }),
    ...(sort !== undefined && { sort }),
  }
}

function orderNotes({ time }: ProviderWish): string[] {
  return time.byDate && (time.from ?? time.to)
    ? ['google-cse sorts by relevance and not by date within a time.']
    : []
}

function digits(from: Date | undefined): string {
  return from ? isoDay(from).replaceAll('-', '') : '19700101'
}

/** A key that is wrong is told as a bad request. */
function meaningOf(status: number, said: string): string | undefined {
  return status === 400 && /api key/i.test(said)
    ? 'It does not accept its key in WINNOW_SEARCH_KEY.'
    : undefined
}

function toPage(item: Record<string, unknown>): Hit | undefined {
  const url = webUrl(item['link'])
  if (url === undefined) return undefined
  const image = webUrl(fieldsOf([fieldsOf(item['pagemap'])['cse_image']].flat()[0])['src'])
  return {
    url,
    title: cleanTitle(item['title']),
    description: cleanText(item['snippet']),
    image: image === undefined ? undefined : { url: image },
  }
}

function toImage(item: Record<string, unknown>): Hit | undefined {
  const { contextLink, width, height } = fieldsOf(item['image'])
  const url = webUrl(contextLink)
  const image = webUrl(item['link'])
  if (url === undefined || image === undefined) return undefined
  return {
    url,
    title: cleanTitle(item['title']),
    image: { url: image, width: cleanSize(width), height: cleanSize(height) },
  }
}
