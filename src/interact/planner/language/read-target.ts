import type { Target } from '../step.ts'
import type { Phrase } from './phrase.ts'
import { lastKind, readHead } from './read-head.ts'
import { isMark, isName, look, members, part, raw, seek, trimmed, without } from './phrase.ts'

type Relation = NonNullable<Target['relations']>[number]

const RELATIONS: Record<string, Relation['how']> = {
  in: 'in',
  into: 'in',
  at: 'in',
  of: 'of',
  for: 'of',
  from: 'of',
  by: 'of',
  date: 'in',
  near: 'near',
  below: 'below',
  above: 'above',
  left: 'left',
  right: 'right',
  before: 'before',
  after: 'after',
  between: 'between',
}
const STRONG = new Set(['near', 'below', 'above', 'left', 'right', 'between', 'after', 'before'])
/** Kinds that hold others: what they are `of` is their name. */
const HOLDERS = new Set([
  'textbox',
  'textarea',
  'combobox',
  'searchbox',
  'checkbox',
  'date',
  'time',
  'button',
  'row',
  'form',
  'region',
  'dialog',
  'page',
  'list',
  'table',
  'tab',
  'card',
  'menu',
  'column',
  'cell',
])
/** Nobody says where a thing is in more steps than these. */
const DEEPEST = 8

/** What a noun phrase describes: `the second red "Save" button in the dialog`. */
export function readTarget(phrase: Phrase, depth = 0): Target {
  const whole = withoutTail(trimmed(phrase))
  const cut = depth < DEEPEST ? seekCut(whole) : undefined
  if (!cut) return readHead(whole)
  const name = seek(whole, 'role', ['named'], cut.after)
  // `the button in the dialog labelled "Cancel"`: the name is the button's.
  if (
    name &&
    cut.meaning !== 'named' &&
    NAMELESS.test(readHead(part(whole, 0, cut.at)).kind ?? '') &&
    name.after < whole.tokens.length
  ) {
    const target = readTarget(part(whole, 0, name.at), depth + 1)
    if (!target.words) return named(target, part(whole, name.after), depth + 1)
  }
  const head = part(whole, 0, cut.at)
  const rest = trimmed(part(whole, cut.after))
  if (rest.tokens.length === 0) return readHead(head)
  return qualified({ head, meaning: cut.meaning, rest, said: raw(part(whole, cut.at)) }, depth + 1)
}

/** The targets of a list: `Yes, No and "Maybe so"`. */
export function readTargets(phrase: Phrase): Target[] {
  return members(phrase).map((member) => readTarget(member))
}

const NAMELESS = /^(?:button|link|item|tab|option|icon|checkbox|radio|menuitem)$/

/** Without a `below` that only points at the page, and without `as it moves`. */
function withoutTail(phrase: Phrase): Phrase {
  const end = phrase.tokens.length
  for (let at = 1; at < end; at += 1) {
    const role = look(phrase, 'role', at, 'as', 'while')
    if (role && look(phrase, 'little', at + role.length, 'it') && at + role.length + 1 < end)
      return withoutTail(part(phrase, 0, at))
  }
  const last = end > 1 ? look(phrase, 'role', end - 1, 'below', 'above') : undefined
  return last && phrase.tokens[end - 1]?.type === 'word' && !isName(phrase, end - 1)
    ? part(phrase, 0, end - 1)
    : phrase
}

interface Cut {
  at: number
  after: number
  meaning: string
}

/** The first small word that begins what the thing stands to, or what it must be. */
function seekCut(phrase: Phrase): Cut | undefined {
  const said = thingSaid(phrase)
  // `all of them`: the small word is part of how many.
  let at = look(phrase, 'little', 0, 'all')?.length ?? 0
  for (; at < phrase.tokens.length; at += 1) {
    // `campo de búsqueda` is one noun: what stands within it cuts nothing.
    const noun = look(phrase, 'kind', at)
    if (noun) at += noun.length - 1
    const match = noun ? undefined : look(phrase, 'role', at)
    // `the From field`: a small word written large is a name.
    if (!match || (at > 0 && isName(phrase, at))) continue
    const after = at + match.length
    if (after >= phrase.tokens.length || !cuts(phrase, match.meaning, { at, after }, said < at)) continue
    return { at, after, meaning: match.meaning }
  }
  return undefined
}

/** `said` is whether a thing was said before: `Sign in` says none. */
function cuts(
  phrase: Phrase,
  meaning: string,
  { at, after }: { at: number; after: number },
  said: boolean,
): boolean {
  if (STRONG.has(meaning)) return at > 0 || nounAt(phrase, after)
  if (meaning === 'except') return at > 0
  if (at === 0) return false
  if (meaning === 'named') return true
  if (meaning === 'where' || meaning === 'containing') return said
  if (meaning === 'with') return said && !isMark(phrase.tokens[after], ':')
  if (RELATIONS[meaning] === undefined) return false
  // `the Sign in button`: the kind that ends it is its own.
  const kind = look(phrase, 'kind', after)
  if (
    kind &&
    after + kind.length === phrase.tokens.length &&
    !seek(part(phrase, 0, at), 'kind', []) &&
    !quotedIn(phrase, at)
  )
    return false
  return said || nounAt(phrase, after)
}

function quotedIn(phrase: Phrase, to: number): boolean {
  return phrase.tokens.slice(0, to).some((token) => token.type === 'quoted')
}

/** Whether what begins here is a thing rather than the end of a name such as `Sign in`. */
function nounAt(phrase: Phrase, at: number): boolean {
  const token = phrase.tokens[at]
  if (!token) return false
  if (token.type === 'quoted' || token.text.startsWith('@')) return true
  if (look(phrase, 'little', at, 'article', 'all') || look(phrase, 'ordinal', at)) return true
  const kind = look(phrase, 'kind', at)
  if (kind) return at + kind.length < phrase.tokens.length
  return isName(phrase, at) && lastKind(part(phrase, at)) !== undefined
}

/** From where on a thing has been said: behind an article, a quote, a kind. */
function thingSaid(phrase: Phrase): number {
  if (look(phrase, 'little', 0, 'article', 'all', 'everything') || look(phrase, 'ordinal', 0)) return -1
  const first = phrase.tokens.findIndex((token, at) => token.type === 'quoted' || look(phrase, 'kind', at))
  return first === -1 ? Infinity : first
}

/** A head with what stands behind it. */
function qualified(
  { head, meaning, rest, said }: { head: Phrase; meaning: string; rest: Phrase; said: string },
  depth: number,
): Target {
  const target = readHead(head)
  if (meaning === 'except')
    return { ...target, except: members(rest).map((member) => readTarget(member, depth)) }
  if (meaning === 'named' || (meaning === 'containing' && target.words === ''))
    return named(target, rest, depth)
  if (meaning === 'where' || meaning === 'with' || meaning === 'containing')
    return { ...target, condition: said.replace(/^(?:whose|where|which|that is|that are)\s+/i, '') }
  if (meaning === 'between') {
    const ends = members(rest).map((member) => ({
      how: 'between' as const,
      target: readTarget(member, depth),
    }))
    return { ...target, relations: [...(target.relations ?? []), ...ends] }
  }
  const other = readTarget(rest, depth)
  if (look(head, 'little', head.tokens.length - 1, 'shade')) {
    const colour = look(rest, 'trait', 0)
    if (colour) return { words: '', quoted: false, all: true, traits: [colour.meaning] }
  }
  const how = RELATIONS[meaning] ?? 'in'
  if (
    how === 'of' &&
    HOLDERS.has(target.kind ?? '') &&
    !target.words &&
    !other.kind &&
    !other.relations &&
    other.words
  )
    return { ...target, words: other.words, quoted: other.quoted }
  return { ...target, relations: [...(target.relations ?? []), { how, target: other }] }
}

/** `the button called Save in the dialog`: the name, and what stands behind the name. */
function named(target: Target, rest: Phrase, depth: number): Target {
  const name = readTarget(rest, depth)
  const words = name.words || raw(without(rest, 'article'))
  return {
    ...target,
    words,
    quoted: name.quoted,
    ...(name.relations && { relations: [...(target.relations ?? []), ...name.relations] }),
    ...(name.condition && { condition: name.condition }),
  }
}
