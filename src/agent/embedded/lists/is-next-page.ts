import { fold } from '../../../language/fold.ts'
import { pageNumberOf } from '../url.ts'
import type { VisitedPage, LinkedPage } from '../frontier.ts'
import { monthOf } from '../../../language/months.ts'

const LONGEST = 40
const MORE_WORDS =
  /^(?:(?:show|load|see|view|mostra|carica|vedi|ver|cargar|mostrar|afficher|voir|toon)\s+)?(?:more|older|earlier|later|further|next|mehr|weitere|altere|fruhere|nachste|weiter|plus|suite|suivante?s?|ancien\p{L}*|mas|siguientes?|anteriores|antigu\p{L}*|altr[ie]|ancora|successiv\p{L}|precedenti|meer|volgende|oudere|eerdere|mais|proxim\p{L})(?!\p{L})(?!.*\b(?:about|info\p{L}*|uber|sur|sobre|su|over)\b)/u
const BACK_WORDS =
  /^(?:[«‹<←\s]+|.*\b(?:previous|prev|newer|back|zuruck|vorherig\p{L}|neuere|precedente?s?|retour|anterior|volver|indietro|vorige)\b)/u
const LETTERS = /^(?:\p{L}|0[-–]9|#)(?:\s*(?:[-–—…]|to|bis|a|al|tot|through)\s*\p{L})?$/u
const PAGES = /\/(?:page|seite|pagina|p)$/i
const NUMBERED = /^(?:(?:page|seite|pagina|pag|p|suite|part|teil|partie|parte)[\s_-]*)?\d{1,4}$/u

export function isNextPage(
  { url, text, isNext }: Pick<LinkedPage, 'url' | 'text' | 'isNext'>,
  page: Pick<VisitedPage, 'url'>,
): boolean {
  const own = partsOf(url)
  const from = partsOf(page.url)
  if (!own || !from || own.host !== from.host) return false
  const small = fold(text).trim()
  const isSamePath = own.path === from.path && own.query !== from.query
  const isBelow = own.folder.replace(PAGES, '') === from.trunk
  // The page itself may be one of the parts.
  const isBeside = own.folder === from.folder && own.folder !== '' && isPart(from.last)
  // A manual goes on with its next chapter, a list with what has its address or a number.
  if (isNext) return isSamePath || isBelow || isBeside || pageNumberOf(url).number > 1 || isCounted(own, from)
  const isTime = small.length <= LONGEST && isMonth(small)
  const isSaid = isTime || LETTERS.test(small) || NUMBERED.test(small)
  if (
    isNumbered(own, from) &&
    (isSaid || hasMoreWord(small) || POINTS_ON.test(small)) &&
    !BACK_WORDS.test(small)
  )
    return true
  if (!isSamePath && !isBelow && !isBeside) return false
  const isDated = isTime || isMonth(normalize(own.last)) || (isSamePath && own.values.some(isMonth))
  if (BACK_WORDS.test(small) && !isDated) return false
  if (isSamePath) return isSaid || isDated || hasMoreWord(small)
  // What only has a number in its address may be one of the things that are listed.
  if (
    isPart(own.last) &&
    (!/^\d+$/.test(own.last) || isSaid || hasMoreWord(small) || isWordless(small, own.last))
  )
    return true
  return isBelow && hasMoreWord(small)
}

/** `archive-2` goes on with `archive`, and so does `archive-3` with `archive-2`. */
function isCounted(own: Parts, from: Parts): boolean {
  const bare = ({ trunk }: Parts) => trunk.replace(/[-_/]?\d{1,4}$/, '')
  return bare(own) === bare(from) && own.trunk !== from.trunk && /\d$/.test(own.trunk)
}

function isNumbered(own: Parts, from: Parts): boolean {
  return own.folder === from.folder && isCounted(own, from)
}

const POINTS_ON = /(?:[»›→]|>+)$/

/** Whether a text says nothing but where it leads: `»`, `News of 2025`. */
function isWordless(small: string, last: string): boolean {
  return !/\p{L}/u.test(small) || (last.length === 4 && small.includes(last))
}

function hasMoreWord(small: string): boolean {
  const said = small.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return said.length <= LONGEST && MORE_WORDS.test(said)
}

interface Parts {
  host: string
  path: string
  query: string
  values: readonly string[]
  folder: string
  last: string
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

function isPart(last: string): boolean {
  const small = normalize(last)
  return (
    isMonth(small) ||
    /^(?:\p{L}|\p{L}-\p{L}|\p{L}-(?:to|bis)-\p{L}|0-9)$/u.test(small) ||
    NUMBERED.test(small)
  )
}

function normalize(last: string): string {
  return fold(last).replaceAll(/[_+]/g, '-')
}

function isMonth(small: string): boolean {
  const text = small.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const [, name] = /^(\p{L}{3,10})\.?[\s-]+(?:de\s+)?(?:19|20)\d\d$/u.exec(text) ?? []
  return name === undefined ? WRITTEN_MONTH.test(text) : monthOf(name) !== undefined
}

const WRITTEN_MONTH =
  /^(?:(?:19|20)\d\d(?:[-/.](?:0?[1-9]|1[0-2])(?:[-/.]\d\d?)?)?|(?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d)$/
