import type { Frontier, LinkedPage } from '../frontier.ts'
import { hasSimilarPages } from '../link-scores.ts'
import type { Plan } from '../plan.ts'
import { coverage } from '../subject.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

const QUOTED = 3
const STRONG = 2
const NAMED = 0.75

/** What a request for one thing is about, once it is known what the pages of the site are called. */
export interface EntitySubject {
  /** The words that tell the thing from others of the site: its name where it has one, else whatever is said of it. */
  terms: ReadonlyMap<string, number>
  /** Whether it is one of several things that the site is about, rather than who the site belongs to. */
  isOneOfMany: boolean
  /** Whether it has a name of its own, `Aurora 300` and not `the village hall`, so that no page about something else tells of it. */
  isProper: boolean
}

/** Gives the subject as far as it is known; it is found anew when more pages are known. */
export function createEntitySubject(plan: Plan, frontier: Frontier): () => EntitySubject {
  let cached: { count: number; subject: EntitySubject } | undefined
  return () => {
    const count = frontier.linkedPages.size + frontier.visited.size
    if (cached?.count !== count) cached = { count, subject: subjectOn(plan, frontier) }
    return cached.subject
  }
}

function subjectOn(plan: Plan, frontier: Frontier): EntitySubject {
  const terms = termsOn(plan, frontier)
  const { site } = frontier
  return {
    terms,
    isOneOfMany: isOneOfMany(terms, frontier),
    isProper: [...plan.subject.terms].some(([term, weight]) => weight >= STRONG && !site.has(term)),
  }
}

function termsOn(plan: Plan, frontier: Frontier): ReadonlyMap<string, number> {
  const { terms } = plan.subject
  const named = nameOn(plan, frontier)
  if (named.length > 0)
    return new Map([
      ...[...terms].filter(([, weight]) => weight >= QUOTED),
      ...named.map((word) => [word, Math.max(STRONG, terms.get(word) ?? 0)] as const),
    ])
  const own = [...terms].filter(([term]) => !frontier.site.has(term))
  const strongest = Math.min(QUOTED, Math.max(0, ...own.map(([, weight]) => weight)))
  return new Map(own.filter(([, weight]) => weight >= Math.max(1, strongest)))
}

function isOneOfMany(terms: ReadonlyMap<string, number>, { visited, linkedPages }: Frontier): boolean {
  if ([...terms.values()].some((weight) => weight >= STRONG)) return true
  if (terms.size < 2) return false
  const isNamed = (words: readonly string[]) => coverage(terms, words) >= NAMED
  return (
    [...visited.values()].some(({ aboutWords }) => isNamed(aboutWords)) ||
    [...linkedPages.values()].some(({ textWords }) => isNamed(textWords))
  )
}

const LONGEST_NAME = 8
const MOST_GAPS = 1
const LEAST_WEIGHT = 1
const UNKNOWN_TERM_WEIGHT = 0.1

/** What the pages of a site call the thing that a request speaks of; nothing when the request names none. */
function nameOn(plan: Plan, frontier: Frontier): readonly string[] {
  const { terms } = plan.subject
  const request = significantWords(wordsOf(plan.prompt))
  let best: readonly string[] = []
  let most = LEAST_WEIGHT
  for (const name of namesOn(plan, frontier)) {
    if (!isIn(request, name) || name.every((word) => frontier.site.has(word))) continue
    const weight = name.reduce((sum, word) => sum + (terms.get(word) ?? UNKNOWN_TERM_WEIGHT), 0)
    if (weight > most || (weight === most && best.length === 0)) [best, most] = [name, weight]
  }
  return best
}

function* namesOn(plan: Plan, frontier: Frontier): Generator<readonly string[]> {
  for (const way of frontier.linkedPages.values())
    if (way.area === 'content' || way.area === 'search')
      for (const name of [...namesIn(way.text), significantWords(way.lastSegmentWords)])
        if (isName(name, way, plan, frontier)) yield name
  for (const { headings, title } of frontier.visited.values())
    for (const name of [headings[0] ?? '', ...title.split(TITLE_PARTS)].flatMap(namesIn))
      if (name.length > 1) yield name
}

/** A single word names something only where it is asked about, and one of several of its kind. */
function isName(
  words: readonly string[],
  { urlPattern }: LinkedPage,
  { subject }: Plan,
  frontier: Frontier,
): boolean {
  if (words.length > 1) return words.length <= LONGEST_NAME
  return (subject.terms.get(words[0] ?? '') ?? 0) >= 1 && hasSimilarPages(urlPattern, frontier)
}

function isIn(request: readonly string[], name: readonly string[]): boolean {
  const wanted = new Set(name)
  return request.some((word, at) => {
    const near = new Set(wanted.has(word) ? request.slice(at, at + wanted.size + MOST_GAPS) : [])
    return wanted.size > 0 && name.every((one) => near.has(one))
  })
}

const TITLE_PARTS = /\s[|–—·•-]\s/
const NAME_END = /,\s|\s[–—|·(-]|\s?:\s/

function namesIn(text: string): readonly (readonly string[])[] {
  const all = significantWords(wordsOf(text))
  const [first = ''] = text.split(NAME_END)
  return first.length < text.length ? [all, significantWords(wordsOf(first))] : [all]
}

function significantWords(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isStopWord(word))
  return left.length > 0 ? left : words
}
