import { factsInProse, Naming } from '../../../extract/extract.ts'
import type { ProseWish, WishedField, WishedList } from '../../../extract/extract.ts'
import { placeOf } from '../../gathered/fact-pool.ts'
import type { Fact } from '../../gathered/fact.ts'
import type { SeenPage } from '../../step.ts'

const SURE = 0.5
const SHORTEST_TEASER = 20

type Wanted = WishedField | WishedList
type Page = Pick<SeenPage, 'text' | 'url' | 'language' | 'leads'>
interface Asked {
  prompt: string
  isClose: boolean
}

/** What holds of a page: what was read from it, and what its sentences say about fields that nothing else on it surely has. */
export function factsWithText(
  wanted: readonly Wanted[],
  known: readonly Fact[],
  page: Page,
  asked: Asked,
): Fact[] {
  const said = factsInText(wanted, known, page, asked)
  const places = new Set(said.map(placeOf))
  return [...known.filter((fact) => !places.has(placeOf(fact))), ...said]
}

/** What sentences of a page say about fields that nothing else on it surely has. */
export function factsInText(
  wanted: readonly Wanted[],
  known: readonly Fact[],
  { text, url, language, leads }: Page,
  { prompt, isClose }: Asked,
): Fact[] {
  if (text === undefined || text === '') return []
  const sure = new Set(known.filter(({ evidence }) => evidence.confidence >= SURE).map(placeOf))
  const wishes = new Map<ProseWish, readonly string[]>()
  for (const one of wanted) {
    const wish = wishFor(one, prompt)
    if (wish) wish.isClose = isClose
    if (wish && !sure.has(JSON.stringify(one.path))) wishes.set(wish, one.path)
  }
  // What is the text of a link is about where that leads.
  const teasers = leads.map((lead) => lead.text).filter((one) => one.length >= SHORTEST_TEASER)
  const found = factsInProse(text, [...wishes.keys()], language).filter(
    ({ text: said }) => !teasers.some((teaser) => teaser.length * 2 > said.length && said.includes(teaser)),
  )
  return found.flatMap(({ wish, values, text: said, confidence }) =>
    values.map((value, index) => {
      const path = wish.isMany ? [...wishes.get(wish)!, index] : wishes.get(wish)!
      const field = path.map((step) => `/${step}`).join('')
      return { path, value, evidence: { field, url, text: said.slice(0, 1000), source: 'text', confidence } }
    }),
  )
}

function wishFor(one: Wanted, prompt: string): ProseWish | undefined {
  const name = one.path.at(-1) ?? ''
  if ('naming' in one)
    return { name, naming: one.naming, wish: one.wish, isMany: false, hints: hintsFor(name, prompt) }
  const { item } = one.wish
  if (item.kind !== 'scalar') return undefined
  return { name, naming: new Naming({ name, words: one.words }), wish: item, isMany: true }
}

/** The clause of the request that names the field. */
function hintsFor(name: string, prompt: string): string {
  const naming = new Naming({ name })
  const clauses = prompt.slice(0, 2000).split(/[,;.?!\n]/)
  return clauses.find((clause) => clause.split(/\s+/).some((word) => naming.likenessTo(word) >= 0.8)) ?? ''
}
