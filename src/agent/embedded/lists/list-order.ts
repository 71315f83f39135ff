import { fold } from '../../../language/fold.ts'
import type { FlatField } from '../../../extract/extract.ts'
import type { CollectedRecord } from '../../facts/facts.ts'
import { MIN_SIMILARITY, MONEY_FIELDS, NUMERALS, rankOf } from './comparisons.ts'

export function topRecords(
  records: readonly CollectedRecord[],
  { most, order }: ListLimit,
): CollectedRecord[] {
  if (!order) return records.slice(0, most)
  const ranks = ranksOf(records, order)
  if (!ranks) return order.isPick ? [] : records.slice(0, most)
  const sign = order.isDown ? -1 : 1
  return records
    .filter((record) => ranks.has(record))
    .toSorted((one, other) => sign * (ranks.get(one)! - ranks.get(other)!))
    .slice(0, most)
}

export function unrankedRecords(
  records: readonly CollectedRecord[],
  { order }: Pick<ListLimit, 'order'>,
): CollectedRecord[] {
  return order ? records.filter((record) => Number.isNaN(rankIn(record, order))) : []
}

const IN_ORDER = 8

/** Whether a list is in the order asked for, so that those on further pages come after the records that are known. */
export function isInOrder(records: readonly CollectedRecord[], { order }: Pick<ListLimit, 'order'>): boolean {
  if (!order) return true
  const sign = order.isDown ? -1 : 1
  const ranks = records.map((record) => rankIn(record, order))
  return (
    ranks.length >= IN_ORDER && ranks.every((rank, at) => at === 0 || sign * (rank - ranks[at - 1]!) >= 0)
  )
}

function ranksOf(
  records: readonly CollectedRecord[],
  order: Order,
): Map<CollectedRecord, number> | undefined {
  const all = records.map((record) => [record, rankIn(record, order)] as const)
  const ranks = new Map(all.filter(([, rank]) => !Number.isNaN(rank)))
  return ranks.size * 3 >= records.length * (order.isPick ? 1 : 2) && ranks.size > 0 ? ranks : undefined
}

function rankIn({ facts }: CollectedRecord, { field }: Order): number {
  const value = facts.best(JSON.stringify(field.path))?.facts[0]?.value
  return value === undefined ? Number.NaN : rankOf(value)
}

interface ListLimit {
  most: number
  order?: Order
}

interface Order {
  field: FlatField
  isDown: boolean
  /** Whether the first one is all that is wanted, so that there is none where nothing can be compared. */
  isPick?: boolean
}

const LONGEST = 4000
const COUNT = String.raw`(?<count>\d{1,4}|${[...NUMERALS.keys()].join('|')})`
const LATEST = String.raw`newest|latest|most recent|last|neuesten?|neusten?|letzten|jungsten|derniers|dernieres|plus recents|plus recentes|ultimos|ultimas|mas recientes|ultimi|ultime|piu recenti|nieuwste|laatste|recentste|mais recentes`
const CHEAPEST = String.raw`cheapest|least expensive|most affordable|gunstigsten?|billigsten?|moins chers|moins cheres|mas barat[oa]s|piu economic[ih]e?|meno car[ie]|goedkoopste|mais barat[oa]s`
const DEAREST = String.raw`most expensive|priciest|dearest|teuersten?|plus chers|plus cheres|mas car[oa]s|piu car[ie]|duurste|mais car[oa]s`
const OLDEST = String.raw`oldest|earliest|altesten?|fruhesten?|plus anciens|plus anciennes|mas antigu[oa]s|piu vecchi[oe]?|piu antich[ie]|oudste|mais antig[oa]s`
const FIRST = String.raw`first|top|next|upcoming|ersten?|nachsten?|premiers|premieres|prochains|prochaines|primeros|primeras|proximos|proximas|primi|prime|prossimi|prossime|eerste|volgende|primeir[oa]s`
/** Any other word that puts one end first: `hardest`, `höchsten`, `plus grands`, `más largos`. */
const MOST = String.raw`(?<most>(?:most|least|plus|moins|mas|menos|piu|meno|meest|minst)\s+\p{L}{3,20}|(?!rest|best|west|interest|request|latest|newest|test|guest|forest|honest|invest|suggest|contest)\p{L}{3,14}est|\p{L}{3,14}sten)`
const RANK = String.raw`(?:(?<latest>${LATEST})|(?<cheapest>${CHEAPEST})|(?<dearest>${DEAREST})|(?<oldest>${OLDEST})|(?<first>${FIRST})|${MOST})`
const UNITS = String.raw`(?!\s*(?:\p{Sc}|%|days|weeks|months|years|hours|minutes|tage|wochen|monate|jahre|jours|semaines|mois|ans|annees|dias|semanas|meses|anos|giorni|settimane|mesi|anni|dagen|weken|maanden|jaar))`
const LIMIT_PATTERNS = [
  new RegExp(String.raw`(?<!\p{L})${RANK}\s+${COUNT}(?![\p{L}\d%])${UNITS}`, 'iu'),
  new RegExp(String.raw`(?<![\p{L}\d])${COUNT}\s+(?:\p{L}+\s+)?${RANK}(?!\p{L})${UNITS}`, 'iu'),
  // `les trois projets les plus récents`, `los cinco libros más vendidos`
  new RegExp(
    String.raw`(?<!\p{L})(?:the|die|les|los|las|i|le|gli|de|as|os)\s+${COUNT}\s+\p{L}+\s+(?:\p{L}+\s+)?(?:les|con|with|mit|met|avec)?\s*(?:the|dem|der|den|la|las|los|le|les|el)?\s*${RANK}(?!\p{L})`,
    'iu',
  ),
]
const BY =
  /(?<!\p{L})(?:(?:sorted |ordered |ranked )?by|nach|par|por|per|op|volgens|secondo|with the (?:highest|largest|most)|highest|largest)\s+(?:the |der |dem |den |la |le |el |il |de )?(?:highest |lowest |largest )?(?<field>\p{L}{3,20}(?:\s\p{L}{3,20})?)/giu
const LOWEST =
  /\b(?:lowest|smallest|shortest|least|fewest|youngest|niedrigst\p{L}*|kleinst\p{L}*|kurzest\p{L}*|wenigst\p{L}*|moins|menos|meno|minst|laagste|kleinste)\b/u

export function listLimitIn(prompt: string, fields: readonly FlatField[]): ListLimit {
  const text = fold(prompt.slice(0, LONGEST))
  const found = LIMIT_PATTERNS.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  if (!found) return { most: Number.POSITIVE_INFINITY }
  const { count, ...rank } = found.groups!
  const most = NUMERALS.get(count!) ?? Number(count)
  if (!(most > 0)) return { most: Number.POSITIVE_INFINITY }
  const order = orderOf(rank, text, fields)
  return { most, ...(order && { order }) }
}

function orderOf(
  { latest, oldest, cheapest, dearest, most, first }: Record<string, string | undefined>,
  text: string,
  fields: readonly FlatField[],
): Order | undefined {
  const isDate = ({ schemaField: wish, naming }: FlatField) =>
    wish.format === 'date' || wish.format === 'date-time' || naming.means('date', 'published')
  const toOrder = (field: FlatField | undefined, isDown: boolean) => (field ? { field, isDown } : undefined)
  if (latest ?? oldest) return toOrder(fields.find(isDate), latest !== undefined)
  if (cheapest ?? dearest)
    return toOrder(
      fields.find(({ naming }) => naming.means(...MONEY_FIELDS)),
      dearest !== undefined,
    )
  if (first !== undefined && first !== 'top') return undefined
  const numbers = fields.filter(({ schemaField: { type } }) => type === 'number' || type === 'integer')
  const named = [...text.matchAll(BY)].map(({ groups }) => groups!['field']!)
  const words = [...named, ...named.flatMap((words) => words.split(' ')), ...(most?.split(/\s+/) ?? [])]
  const field = words
    .filter((word) => word.length > 3)
    .map((word) =>
      numbers.find(
        ({ naming, name }) => naming.likenessTo(word) >= MIN_SIMILARITY || hasSameStem(word, name),
      ),
    )
    .find((one) => one !== undefined)
  return toOrder(field, !LOWEST.test(`${most ?? ''} ${named.length > 0 ? text : ''}`))
}

/** `hardest` is about hardness, `highest` about height. */
function hasSameStem(word: string, name: string): boolean {
  const stem = word.replace(/(?:e?st|e?sten)$/, '')
  return stem.length >= 4 && fold(name).startsWith(stem.slice(0, 5))
}
