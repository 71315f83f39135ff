import { isDenied, isOver } from './guards.ts'
import { namesIn } from './names-in.ts'
import type { FoundName } from './names-in.ts'
import { segmentAt } from './nearness.ts'
import type { Piece } from './piece.ts'
import type { Said } from './said.ts'
import type { Mention, Topic } from './topic.ts'

/** Those of whom a sentence says that they are something, and how surely. */
export interface PeopleSaid {
  people: readonly Piece[]
  worth: number
}

const NOBODY: PeopleSaid = { people: [], worth: 0 }
const MOST_BETWEEN = 7
const LAST_BYLINE = 3
const BY = /(?<!\p{L})(?:by|von|par|por|da|door|durch|dal|dalla)\s+(?:[\p{L}\p{M}]+\s+){0,3}$/u
const JOINED = /^\s*(?:,|and|und|et|y|e|en|&|sowie|,\s*(?:and|und|et|y|e|en))\s*$/u
const COPULA =
  /^(?:\s|,|is|was|are|has been|became|the|our|its|their|a|as|ist|war|die|der|unser\p{L}*|est|le|la|notre|en|es|el|nuestr\p{L}|è|il|lo|de|onze|who|acts|–|-|\()*$/u

/** Finds people by their role, however a sentence puts it: `the director, Ann Lee`, `led by Ann Lee`, `Ann Lee founded`. */
export function peopleSaid(said: Said, topic: Topic): PeopleSaid {
  const entitled = titled(said, topic)
  if (entitled) return entitled
  const names = namesIn(said.text)
  const mentions = topic.mentionsIn(said)
  const heads = mentions.at(-1) ?? []
  if (names.length === 0 || heads.length === 0) return NOBODY
  // Further down, a line that begins with `By` is that of another text.
  if (said.place > LAST_BYLINE && heads.every(({ at, isExpressed }) => isExpressed && at === 0)) return NOBODY
  const others = mentions.slice(0, -1)
  const outside = topic.within([...said.headingWords, ...said.before])
  const known = others.filter((some, at) => some.length > 0 || outside[at]).length + 1
  const share = known / mentions.length
  if (share < 1) return NOBODY
  for (const head of heads) {
    const role = wholeRole(head, others)
    const found = peopleAt(said, names, role)
    if (found.length > 0) return { people: found, worth: share }
  }
  return NOBODY
}

/** The words of a role that stand together. */
function wholeRole(head: Mention, others: readonly (readonly Mention[])[]): Mention {
  let { at, end } = head
  for (const some of others)
    for (const one of some) {
      if (one.end <= at && at - one.end < 12) at = one.at
      if (one.at >= end && one.at - end < 12) end = one.end
    }
  return { at, end, isExpressed: head.isExpressed }
}

function peopleAt(said: Said, names: readonly FoundName[], role: Mention): Piece[] {
  const { text, language } = said
  const own = names.flatMap((name) => withoutRole(name, role) ?? [])
  const after = own.find(({ at }) => at >= role.end)
  const before = own.findLast(({ end }) => end <= role.at)
  const gapAfter = after ? text.slice(role.end, after.at) : ''
  const isClose = (gap: string) =>
    !/[.;!?]/.test(gap.replaceAll(/\b\p{L}{1,4}\./gu, '')) && gap.split(/\s+/).length <= MOST_BETWEEN + 1
  const holds = (name: FoundName) => {
    const segment = segmentAt(said, { at: Math.min(name.at, role.at), end: Math.max(name.end, role.end) })
    const around = text.slice(segment.at, segment.end)
    return !isOver(around) && !isDenied(around)
  }
  const isPassive = after !== undefined && isClose(gapAfter) && BY.test(gapAfter)
  const isVerb = role.isExpressed && !NOUN.test(text.slice(role.at, role.end))
  if (isPassive && holds(after)) return joined(own, after, text)
  if (isVerb) {
    const gap = before ? text.slice(before.end, role.at) : ''
    if (
      before &&
      !isPassiveVoice(text.slice(0, role.at)) &&
      /^\s*(?:[\p{Ll}’']+\s+){0,3}$/u.test(gap) &&
      holds(before)
    )
      return joinedBack(own, before, text)
    const isInverse =
      language !== 'en' &&
      after !== undefined &&
      /^\s*(?:[\p{Ll}\p{M}]+\s+){0,4}(?:\p{L}+\s)?$/u.test(gapAfter)
    return isInverse && holds(after) ? joined(own, after, text) : []
  }
  if (after && isClose(gapAfter) && isRoleGap(gapAfter) && holds(after)) return joined(own, after, text)
  if (before && COPULA.test(text.slice(before.end, role.at)) && holds(before))
    return joinedBack(own, before, text)
  return []
}

/** What stands between a role and a name: nothing, a comma or a colon, `is`, whose it is. */
function isRoleGap(gap: string): boolean {
  return /^\s*$|^\s*[,:–(-]\s*(?:[\p{Ll}\p{M}]+\s+){0,3}$|(?<!\p{L})(?:is|are|ist|sind|est|sont|es|son|è|sono|heißt|remains|bleibt|zijn|called|named|wird)\s+(?:[\p{Ll}\p{M}]+\s+){0,3}(?:\p{Lu}\p{Ll}+\s)?$|(?<!\p{L})(?:by|von|par|por|da|door)\s+$|^\s*(?:of|des|der|du|de|del|della|van|von)\s.{0,40}[,:]\s*$/u.test(
    gap,
  )
}

const NOUN = /(?:er|ers|erin|or|ors|eur|eure|rice|ador|adora|atore|ente|ant|man|woman|ief)$/iu

function isPassiveVoice(before: string): boolean {
  return /(?<!\p{L})(?:was|were|is|been|being|wurde|wird|est|été|fue|es|sido|è|stat[oa]|werd|wordt|is)\s+(?:\p{L}+\s+)?$/u.test(
    before,
  )
}

/** `Mayor Lucinda Park` is Lucinda Park to one who asks for the mayor. */
function withoutRole(name: FoundName, role: Mention): FoundName | undefined {
  if (role.at < name.at || role.at >= name.end)
    return role.end > name.at && role.at < name.at ? cut(name, role.end) : name
  return role.at === name.at ? cut(name, role.end) : undefined
}

function cut(name: FoundName, end: number): FoundName | undefined {
  const rest = name.name.slice(end - name.at).replace(/^[^\p{L}]+/u, '')
  return rest.includes(' ') ? { name: rest, at: name.end - rest.length, end: name.end } : undefined
}

/** Names that follow each other with nothing but `and` between them. */
function joined(names: readonly FoundName[], first: FoundName, text: string): Piece[] {
  const from = names.filter(({ at }) => at >= first.at)
  const end = from.findIndex((name, nth) => nth > 0 && !JOINED.test(text.slice(from[nth - 1]!.end, name.at)))
  return (end < 0 ? from : from.slice(0, end)).map(asPiece)
}

function joinedBack(names: readonly FoundName[], last: FoundName, text: string): Piece[] {
  const until = names.filter(({ end }) => end <= last.end)
  const start = until.findLastIndex(
    (name, nth) => nth < until.length - 1 && !JOINED.test(text.slice(name.end, until[nth + 1]!.at)),
  )
  return until.slice(start + 1).map(asPiece)
}

function asPiece({ name, at, end }: FoundName): Piece {
  return { text: name, at, end }
}

const MOST_ROLE_WORDS = 8

/** A heading that is a name with the role right under it, or the other way round. */
function titled(said: Said, topic: Topic): PeopleSaid | undefined {
  if (said.place > 0 && said.previous === '') return undefined
  const above = said.place === 0 ? said.heading : said.previous
  const [person] = namesIn(above)
  if (person && person.name.length >= above.trim().length - 4 && said.words.length <= MOST_ROLE_WORDS) {
    const isMeant = topic.within(said.words).every(Boolean) && !topic.isEmpty
    const isRole = said.words.length <= topic.words.length + 4 && !isOver(said.text)
    return isMeant && isRole ? { people: [asPiece(person)], worth: 0.85 } : undefined
  }
  const first = said.place === 0 ? namesIn(said.text).find(({ at }) => at === 0) : undefined
  const isMeant = first && !topic.isEmpty && topic.within(said.headingWords).every(Boolean)
  return isMeant ? { people: [asPiece(first)], worth: 0.75 } : undefined
}
