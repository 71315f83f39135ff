import { parseHtml } from '../../src/scrape/parse/html.ts'
import { survey } from '../../src/extract/candidates/survey.ts'
import { isAside, isSupporting, itemSheet } from '../../src/extract/records/item-sheets.ts'
import { itemsOf } from '../../src/extract/structured-data/structured-data.ts'
import type { Item } from '../../src/extract/structured-data/structured-data.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import { Dataset } from '../content/dataset.ts'
import type { Sample } from '../content/dataset.ts'
import type { MarkedPage } from './swde-data.ts'

/** What pages of all kinds count as where subjects are told apart. */
export const WEB = 'web'

/** Properties that say something about other things, or about the description itself. */
const SIDE: ReadonlySet<string> = new Set(
  'isPartOf itemListElement potentialAction mainEntityOfPage mainEntity worstRating bestRating articleBody text video comment mentions nextItem item review recipeInstructions blogPost acceptedAnswer associatedMedia'.split(
    ' ',
  ),
)
const FEWEST_FIELDS = 2
const MOST_FIELDS = 6
const MOST_TEXTS = 1200

/**
 * Pages that describe their subject for machines and show it to people too. What is shown word for word is marked as if a
 * person had done it, by the names of the properties; what is there for machines only is hidden from who learns.
 */
export function describedPages(folder: string): MarkedPage[] {
  const dataset = new Dataset(folder)
  return dataset.samples.flatMap((sample) => {
    const html = dataset.html(sample)
    if (!/ld\+json|itemprop=/.test(html)) return []
    const page = readablePage(html)
    return markedPage(sample, page) ?? []
  })
}

function readablePage(html: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(html, undefined, false)
  return { root, landmarks, base, url: undefined, content: () => root.children }
}

function markedPage(sample: Sample, page: ReadablePage): MarkedPage | undefined {
  const spots = survey(page.root)
  if (spots.length > MOST_TEXTS) return undefined
  const shown = new Map(spots.map(({ text }) => [text.toLowerCase(), text]))
  let best = new Map<string, string>()
  for (const item of subjectsOf(itemsOf(page))) {
    const found = shownFields(item, shown)
    if (found.size > best.size) best = found
  }
  if (best.size < FEWEST_FIELDS) return undefined
  const fields = [...best].slice(0, MOST_FIELDS)
  return {
    vertical: WEB,
    site: URL.parse(sample.url)?.hostname ?? sample.id,
    file: sample.id,
    read: () => page,
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name]) => [name, { type: 'string' }])),
    },
    fields: fields.map(([name]) => ({ name, type: 'string' })),
    truths: fields.map(([, text]) => new Set([text])),
  }
}

/** Items that may be what the page is about: not those of a list. */
function subjectsOf(items: readonly Item[]): Item[] {
  const things = items.filter(({ types, ...item }) => {
    return types.every(
      (type) => !isAside({ ...item, types: [type] }) && !isSupporting({ ...item, types: [type] }),
    )
  })
  const ofType = Map.groupBy(things, ({ types }) => types[0])
  return things.filter(({ types }) => ofType.get(types[0])!.length === 1).slice(0, 10)
}

function shownFields(item: Item, shown: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  const texts = new Set<string>()
  for (const { labels, kind, cells } of itemSheet([item], []).columns) {
    const text = shown.get((cells[0]?.text ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase())
    const name = labels.find((label) => /^\w{3,30}$/.test(label.text))?.text
    if (kind !== 'text' || !text || name === undefined || found.has(name) || texts.has(text)) continue
    if (SIDE.has(name) || !/[\p{L}\p{N}]/u.test(text) || text.length > 300) continue
    found.set(name, text)
    texts.add(text)
  }
  return found
}
