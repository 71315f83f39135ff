import { fold } from '../../../extract/extract.ts'
import { pageNumberOf } from '../address.ts'
import type { VisitedPage, Way } from '../frontier.ts'
import { monthOf } from './months.ts'

/** A link that goes on with a list: to what comes next, or to another part of its alphabet or calendar. */
export interface Continuation {
  /** The months that it is about, as `year * 100 + month`; undefined where it is about none. */
  months: { first: number; last: number } | undefined
}

const LONGEST = 40
const MORE =
  /^(?:(?:show|load|see|view|mostra|carica|vedi|ver|cargar|mostrar|afficher|voir|toon)\s+)?(?:more|older|earlier|later|further|next|mehr|weitere|altere|fruhere|nachste|weiter|plus|suite|suivante?s?|ancien\p{L}*|mas|siguientes?|anteriores|antigu\p{L}*|altr[ie]|ancora|successiv\p{L}|precedenti|meer|volgende|oudere|eerdere|mais|proxim\p{L})(?!\p{L})(?!.*\b(?:about|info\p{L}*|uber|sur|sobre|su|over)\b)/u
const BACK =
  /^(?:[«‹<←\s]+|.*\b(?:previous|prev|newer|back|zuruck|vorherig\p{L}|neuere|precedente?s?|retour|anterior|volver|indietro|vorige)\b)/u
const LETTERS = /^(?:\p{L}|0[-–]9|#)(?:\s*(?:[-–—…]|to|bis|a|al|tot|through)\s*\p{L})?$/u
/** What stands between the address of a list and the number of a page of it. */
const PAGES = /\/(?:page|seite|pagina|p)$/i
const NUMBERED = /^(?:(?:page|seite|pagina|pag|p|suite|part|teil|partie|parte)[\s_-]*)?\d{1,4}$/u

/** Says whether a link on the page of a list goes on with the list, by where it leads and what it says. */
export function continuationOf(
  { url, text, isNext }: Pick<Way, 'url' | 'text' | 'isNext'>,
  page: Pick<VisitedPage, 'url'>,
): Continuation | undefined {
  const own = partsOf(url)
  const from = partsOf(page.url)
  if (!own || !from || own.host !== from.host) return undefined
  const small = fold(text).trim()
  const sign = signOf(own.last)
  const isSamePath = own.path === from.path && own.query !== from.query
  const isBelow = own.folder.replace(PAGES, '') === from.trunk
  // The page itself may be one of the parts.
  const isBeside = own.folder === from.folder && own.folder !== '' && signOf(from.last) !== undefined
  const said =
    small.length <= LONGEST ? (monthsIn(small) ?? (LETTERS.test(small) ? 'part' : undefined)) : undefined
  const isSaid = said !== undefined || NUMBERED.test(small)
  const asked = isSamePath ? own.values.map(monthsIn).find((some) => some !== undefined) : undefined
  const months = sign?.months ?? asked ?? (typeof said === 'object' ? said : undefined)
  // A manual goes on with its next chapter, a list with what has its address or a number.
  const isOfList = isSamePath || isBelow || isBeside || pageNumberOf(url).number > 1 || isCounted(own, from)
  if (isNext) return isOfList ? { months } : undefined
  if (isNumbered(own, from) && (isSaid || saysMore(small) || POINTS_ON.test(small)) && !BACK.test(small))
    return { months }
  if (!isSamePath && !isBelow && !isBeside) return undefined
  if (BACK.test(small) && months === undefined) return undefined
  if (isSamePath) return isSaid || asked || saysMore(small) ? { months } : undefined
  // What only has a number in its address may be one of the things that are listed.
  if (sign && (!/^\d+$/.test(own.last) || isSaid || saysMore(small) || isWordless(small, own.last)))
    return { months }
  return isBelow && saysMore(small) ? { months } : undefined
}

/** `archive-2` goes on with `archive`, and so does `archive-3` with `archive-2`. */
function isCounted(own: Parts, from: Parts): boolean {
  const bare = ({ trunk }: Parts) => trunk.replace(/[-_/]?\d{1,4}$/, '')
  return bare(own) === bare(from) && own.trunk !== from.trunk && /\d$/.test(own.trunk)
}

/** The same where the number belongs to the last part of the address: `archive2`, not `archive/2`. */
function isNumbered(own: Parts, from: Parts): boolean {
  return own.folder === from.folder && isCounted(own, from)
}

const POINTS_ON = /(?:[»›→]|>+)$/

/** Whether a text says nothing but where it leads: `»`, `News of 2025`. */
function isWordless(small: string, last: string): boolean {
  return !/\p{L}/u.test(small) || (last.length === 4 && small.includes(last))
}

/** Whether a text says that there is more, as a link under a list does. */
function saysMore(small: string): boolean {
  const said = small.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return said.length <= LONGEST && MORE.test(said)
}

interface Parts {
  host: string
  path: string
  query: string
  values: readonly string[]
  folder: string
  last: string
  /** The path without an ending, below which parts of the page stand. */
  trunk: string
}

function partsOf(url: string): Parts | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const path = parsed.pathname.replace(/(?<=.)\/+$/, '')
  const bare = path.replace(/\.[a-z]\w{1,4}$/i, '')
  const at = bare.lastIndexOf('/')
  return {
    host: parsed.host,
    path,
    query: parsed.search,
    values: [...parsed.searchParams.values()].slice(0, 10),
    folder: bare.slice(0, at),
    last: bare.slice(at + 1),
    trunk: bare.replace(/\/index$/, ''),
  }
}

/** What the last part of an address says of a part of a list: letters, a month, a year or a number. */
function signOf(last: string): Continuation | undefined {
  const small = fold(last).replaceAll(/[_+]/g, '-')
  const months = monthsIn(small)
  if (months) return { months }
  return /^(?:\p{L}|\p{L}-\p{L}|\p{L}-(?:to|bis)-\p{L}|0-9)$/u.test(small) || NUMBERED.test(small)
    ? { months: undefined }
    : undefined
}

/** `2026-05`, `05/2026`, `May 2026` or `2026`, and nothing else besides. */
function monthsIn(small: string): Continuation['months'] {
  const text = small.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const iso = /^((?:19|20)\d\d)[-/.](\d\d?)(?:[-/.]\d\d?)?$/.exec(text)
  if (iso) return monthAt(Number(iso[1]), Number(iso[2]))
  const turned = /^(\d\d?)[-/.]((?:19|20)\d\d)$/.exec(text)
  if (turned) return monthAt(Number(turned[2]), Number(turned[1]))
  const named = /^(\p{L}{3,10})\.?[\s-]+(?:de\s+)?((?:19|20)\d\d)$/u.exec(text)
  const month = named ? monthOf(named[1]!) : undefined
  if (named && month !== undefined) return monthAt(Number(named[2]), month)
  const year = /^(?:19|20)\d\d$/.exec(text)
  return year ? { first: Number(year[0]) * 100 + 1, last: Number(year[0]) * 100 + 12 } : undefined
}

function monthAt(year: number, month: number): Continuation['months'] {
  if (month < 1 || month > 12) return undefined
  return { first: year * 100 + month, last: year * 100 + month }
}
