import type { Piece } from './piece.ts'

/** What is over, or not so: `until 2019`, `the former director`. */
const PAST =
  /(?<!\p{L})(?:until|till|up to|bis|jusqu['’]en|jusqu['’]à|hasta|fino al|fino a|tot)\s+(?:\p{L}+\s+)?(?:1[5-9]|20)\d\d|(?<!\p{L})(?:former(?:ly)?|previous(?:ly)?|late|retired|stepped down|ehemalig\p{L}*|früher\p{L}*|vormals|damalig\p{L}*|verstorben\p{L}*|ancien(?:ne)?s?|feu|antigu[oa]s?|anterior|ex|precedente|defunt[oa]|voormalig\p{L}*|vorige)(?!\p{L})/iu
const DENIED =
  /(?<!\p{L})(?:not|never|no longer|nicht|kein\p{L}*|n['’]est|ne\s|no es|non è|niet|geen)(?!\p{L})/iu
/** Whom a sentence is about, where that is somebody else. */
const OTHER =
  /(?<!\p{L})(?:neighbou?ring|nearby|another|competitor|rival|partner|customer|client|supplier|parent company|sister|subsidiary|predecessor|benachbart\p{L}*|ander\p{L}+|konkurrent\p{L}*|kund\p{L}+|tochter\p{L}*|mutter\p{L}+|vorgänger\p{L}*|voisin\p{L}*|autre|concurrent\p{L}*|filiale|maison mère|vecin[oa]|otr[oa]|competidor\p{L}*|filial|vicin[oa]|altr[oa]|concorrent\p{L}*|naburig\p{L}*)(?!\p{L})/iu
const RELATIVE =
  /(?:,\s*|\p{Lu}\p{L}+\s)(?:which|that|whose|welche[rs]?|lequel|laquelle|il quale|la quale|que)\s[^,]{0,40}$/u

/** Whether a part of a sentence speaks of what was. */
export function isOver(text: string): boolean {
  return PAST.test(text)
}

export function isDenied(text: string): boolean {
  return DENIED.test(text)
}

/** Whether what stands before a place of a sentence makes it about somebody else. */
export function isOfOther(before: string): boolean {
  return OTHER.test(before) || RELATIVE.test(before)
}

const EXISTS =
  /(?<!\p{L})(?:serv(?:ed|es|ing)|exist\p{L}*|in business|trading|brewing|baking|making|caring|family[- ](?:run|owned)|besteht|gibt es|bestaat|existe|esiste|tradition)(?!\p{L})/iu
const SINCE = /(?<!\p{L})(?:since|seit|depuis|desde|dal|sinds)\s+((?:1[5-9]|20)\d\d)(?![\d-])/iu

/** The year since which something has been there. */
export function sinceWhen(text: string): Piece | undefined {
  const found = SINCE.exec(text)
  if (!found || !EXISTS.test(text)) return undefined
  const at = found.index + found[0].length - found[1]!.length
  return { text: found[1]!, at, end: at + found[1]!.length }
}

/** Whether a sentence says how things are by now. */
export function isNow(text: string): boolean {
  return /(?<!\p{L})(?:today|now|currently|at present|these days|heute|derzeit|aktuell|inzwischen|aujourd['’]hui|actuellement|désormais|hoy|actualmente|oggi|attualmente|tegenwoordig|momenteel|nu)(?!\p{L})/iu.test(
    text,
  )
}
