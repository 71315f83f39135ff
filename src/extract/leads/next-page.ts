import { isTag, isText } from 'domhandler'
import type { Element } from 'domhandler'
import type { Sizes } from './areas.ts'
import { isObject, pointedAt, pointerTo } from '../with-model/schema-part.ts'
import type { RecordLink } from './lead.ts'

/** A link as far as it may lead to the next page. */
interface PagerLink {
  element: Element
  url: string
  text: string
  isNextByName: boolean
}

/** Where the list of a page goes on: what it says itself, or else what words, arrows or numbers say. */
export function nextPagesOf(links: readonly PagerLink[], pageUrl: string, sizes: Sizes): Set<string> {
  const named = links.filter(({ isNextByName }) => isNextByName)
  if (named.length > 0) return urlsOf(named)
  const near = links.filter(({ url }) => url !== pageUrl && hostOf(url) === hostOf(pageUrl))
  const said = near.filter((link) => saysNext(link, pageUrl))
  if (said.length > 0) return urlsOf(said)
  return new Set(numbered(links, pageUrl, sizes))
}

function urlsOf(links: readonly PagerLink[]): Set<string> {
  return new Set(links.map(({ url }) => url))
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host
}

const NEXT: ReadonlySet<string> = new Set(
  `next|next page|next results|older posts|older entries|older|weiter|nächste|nächste seite|vor|ältere beiträge|suivant
  |suivante|page suivante|siguiente|página siguiente|seguinte|próxima|próxima página|próximo|successivo|successiva
  |pagina successiva|avanti|volgende|volgende pagina|nästa|nästa sida|neste|næste|seuraava|następna|następny|dalej
  |další|ďalší|следующая|следующая страница|вперёд|наступна|sonraki|sonraki sayfa|επόμενη|次へ|次のページ|次|下一页|下一頁|下页
  |다음|다음 페이지|التالي|הבא|ถัดไป|selanjutnya|berikutnya|tiếp|trang sau`
    .split('|')
    .map((word) => word.trim()),
)
const MORE: ReadonlySet<string> = new Set(
  `more|load more|show more|more results|see more|view more|mehr|mehr laden|mehr anzeigen|weitere|voir plus
  |afficher plus|plus|ver más|cargar más|mostrar más|carregar mais|ver mais|mostra altri|carica altri|meer laden|meer
  |visa fler|pokaż więcej|ещё|показать ещё|もっと見る|加载更多|更多|더보기`
    .split('|')
    .map((word) => word.trim()),
)
/** Words beside the noun of what goes on: `Older updates`, `Altri vini`. */
const ONWARD: ReadonlySet<string> = new Set(
  `next older earlier weiter weitere nächste ältere frühere suite suivant suivante suivants suivantes anciens anciennes
  précédents précédentes siguiente siguientes anteriores antiguos antiguas seguinte seguintes próxima próximos antigos
  altri altre successivo successiva successivi precedenti volgende oudere vorige meer nästa äldre eldre ældre neste`.split(
    /\s+/,
  ),
)
const MOST_WORDS = 4
const ARROWS = /^[\s›»>→▶❯⟩⟶➔➜▸]+$/u
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const PAGER =
  /(?:^|[\s_-])(?:pagination|paginat\w*|pager|pages?|paging|page-?nav\w*|wp-pagenavi)(?:$|[\s_-])/i
const LONGEST = 40

function saysNext({ element, url, text }: PagerLink, pageUrl: string): boolean {
  const { attribs } = element
  const names = [text, attribs['aria-label'] ?? '', attribs['title'] ?? ''].filter(
    (name) => name !== '' && name.length <= LONGEST,
  )
  const words = names.map((name) => name.toLowerCase().replaceAll(EDGES, ''))
  if (words.some((word) => NEXT.has(word))) return true
  if (words.some(isOnward) && isBelowOrBeside(pageUrl, url)) return true
  const isArrow = names.some((name) => ARROWS.test(name))
  if (!isArrow && !words.some((word) => MORE.has(word))) return false
  return leadsOn(pageUrl, url) || (isArrow && isInPager(element))
}

function isOnward(name: string): boolean {
  const words = name.split(/\s+/)
  return words.length <= MOST_WORDS && words.some((word) => ONWARD.has(word))
}

/** The same path with another query, or one below it. */
function isBelowOrBeside(from: string, to: string): boolean {
  const here = URL.parse(from)
  const there = URL.parse(to)
  if (!here || !there) return false
  if (here.pathname === there.pathname) return there.search !== here.search
  return here.pathname !== '/' && there.pathname.startsWith(here.pathname.replace(/\/?$/, '/'))
}

function isInPager(element: Element): boolean {
  let at: Element | undefined = element
  for (let up = 0; at && up < 4; up++) {
    if (PAGER.test(`${at.attribs['class'] ?? ''} ${at.attribs['id'] ?? ''}`.slice(0, 200))) return true
    at = at.parent && isTag(at.parent) ? at.parent : undefined
  }
  return false
}

const NUMBER = /^\d{1,4}$/

/** Of numbers in a row, the one after that of this page. */
function numbered(links: readonly PagerLink[], pageUrl: string, sizes: Sizes): string[] {
  const rows = new Map<Element, Map<number, string>>()
  for (const { element, url, text } of links) {
    const row = NUMBER.test(text) ? rowOf(element, sizes) : undefined
    if (!row) continue
    const numbers = rows.get(row) ?? new Map<number, string>()
    numbers.set(Number(text), url)
    rows.set(row, numbers)
  }
  return [...rows].slice(0, MOST_ROWS).flatMap(([row, numbers]) => {
    const next = numbers.get((currentIn(row, numbers, pageUrl) ?? 1) + 1)
    return next !== undefined && next !== pageUrl && leadsOn(pageUrl, next) ? [next] : []
  })
}

const MOST_ROWS = 20
const MOST_LOOKED_AT = 300

function rowOf(element: Element, sizes: Sizes): Element | undefined {
  let at = element.parent
  for (let up = 0; at && isTag(at) && up < 3; up++) {
    if (sizes.of.get(at)!.links > 1) return at
    at = at.parent
  }
  return undefined
}

const MARKED = /(?:^|[\s_-])(?:active|current|selected|on)(?:$|[\s_-])/i

/** The number that is marked, is no link, or leads to the page itself. */
function currentIn(row: Element, numbers: ReadonlyMap<number, string>, pageUrl: string): number | undefined {
  let left = MOST_LOOKED_AT
  const itself = [...numbers].find(([, url]) => url === pageUrl)?.[0]
  return search(row, false) ?? itself ?? countIn(pageUrl)

  function search(element: Element, isMarked: boolean): number | undefined {
    for (const child of element.children) {
      if (left-- <= 0) return undefined
      if (isText(child)) {
        const text = child.data.trim()
        if (NUMBER.test(text) && (isMarked || element.name !== 'a')) return Number(text)
      } else if (isTag(child) && (isMarked || child.name !== 'a' || isMarkedAs(child))) {
        const found = search(child, isMarked || isMarkedAs(child))
        if (found !== undefined) return found
      }
    }
    return undefined
  }
}

function isMarkedAs({ attribs }: Element): boolean {
  return attribs['aria-current'] !== undefined || MARKED.test((attribs['class'] ?? '').slice(0, 200))
}

function countIn(url: string): number | undefined {
  const count = /[?&/](?:page|p|pg|seite|pagina)[=/](\d{1,4})(?:\D|$)/i.exec(url)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Whether an address is one of the same list as another, further on: they differ in a query or a number at the end. */
function leadsOn(from: string, to: string): boolean {
  const here = URL.parse(from)
  const there = URL.parse(to)
  if (!here || !there || here.host !== there.host || here.href === there.href) return false
  if (here.pathname === there.pathname) return there.search !== '' && there.search !== here.search
  return (
    COUNT.test(there.pathname) && [here.pathname.replace(/\/$/, ''), stemOf(here)].includes(stemOf(there))
  )
}

const COUNT = /(?:\/|[_-])?(?:[\p{L}%A-F\d]{1,12}[/_-]?)?\d{1,6}(?:\.\w{1,5})?\/?$/u

function stemOf({ pathname }: URL): string {
  return pathname.replace(COUNT, '')
}

/**
 * Where the records of a value lead, once somebody else has written that value anew: a link goes with a text that one
 * record alone has, before and after.
 */
export function realigned(records: readonly RecordLink[], before: unknown, after: unknown): RecordLink[] {
  const lists = new Map<string, { old: OwnTexts; now: OwnTexts }>()
  return records.flatMap(({ record, url }) => {
    const list = record.slice(0, record.lastIndexOf('/'))
    const known = lists.get(list) ?? {
      old: ownTexts(pointedAt(before, list)),
      now: ownTexts(pointedAt(after, list)),
    }
    lists.set(list, known)
    const own = textsOf(pointedAt(before, record)).filter((text) => known.old.get(text) !== undefined)
    const place = own.map((text) => known.now.get(text)).find((each) => each !== undefined)
    return place === undefined ? [] : [{ record: pointerTo(list, place), url }]
  })
}

/** The entry of a list that a text stands in; undefined for one that several share. */
type OwnTexts = ReadonlyMap<string, number | undefined>

function ownTexts(list: unknown): OwnTexts {
  const own = new Map<string, number | undefined>()
  for (const [place, entry] of Array.isArray(list) ? list.entries() : []) {
    for (const text of textsOf(entry)) own.set(text, own.has(text) ? undefined : place)
  }
  return own
}

/** Each once. */
function textsOf(entry: unknown): string[] {
  const values = isObject(entry) ? Object.values(entry) : []
  const texts = values.flatMap((value) => (typeof value === 'string' ? value.slice(0, 300) : []))
  return [...new Set(texts.map((text) => text.trim().toLowerCase()))]
}
