import type { CrawlPrompt, PromptOptions } from '../prompt-options.ts'
import { readAmounts } from './amounts.ts'
import { lexemesOf, pathOnSite, pathPattern } from './lexemes.ts'
import type { Cue, Lexeme, Subject } from './lexemes.ts'

export function readWords({ prompt, url }: CrawlPrompt): PromptOptions {
  const start = new URL(url)
  const { amounts, rest } = readAmounts(prompt.normalize('NFC').replaceAll(/[ \t]+/g, ' '))
  const meanings = meaningsOf(lexemesOf(rest))
  const options = Object.assign({}, ...meanings.map((meaning) => SAYINGS[meaning.subject]?.(meaning)))
  return { ...options, ...placesOf(meanings, start), ...amounts }
}

type Saying = (meaning: Meaning) => PromptOptions | undefined

const SAYINGS: Partial<Record<Subject, Saying>> = {
  subdomains: ({ cue }) => ({ allowSubdomains: cue !== 'no' }),
  external: ({ cue }) => ({ allowExternalLinks: cue !== 'no' }),
  sitemap: ({ cue, isFirst }) => ({
    sitemap: cue === 'no' ? 'skip' : cue === 'only' && isFirst ? 'only' : 'include',
  }),
  query: ({ cue }) => (cue === undefined ? undefined : { ignoreQueryParameters: cue === 'no' }),
  duplicates: ({ cue }) => (cue === undefined ? undefined : { deduplicateSimilarURLs: cue === 'no' }),
  dedupe: ({ cue }) => ({ deduplicateSimilarURLs: cue !== 'no' }),
  entire: ({ cue }) => ({ crawlEntireDomain: cue !== 'no' }),
  below: ({ cue, isFirst }) => (cue === 'only' && isFirst ? { crawlEntireDomain: false } : undefined),
  site: ({ cue, isFirst }) => (cue === 'only' && isFirst ? { allowExternalLinks: false } : undefined),
}

function placesOf(meanings: readonly Meaning[], start: URL): PromptOptions {
  const isEntire = meanings.some(({ subject, cue }) => subject === 'entire' && cue !== 'no')
  const places = meanings.flatMap((meaning) => {
    const place = placeOf(meaning, start)
    return place === undefined ? [] : [{ ...place, cue: meaning.cue }]
  })
  const excluded = places.filter(({ cue }) => cue === 'no')
  // "The whole site including the blog" does not ask for the blog alone.
  const included = places.filter(({ cue }) => cue !== 'no' && !(cue === 'also' && isEntire))
  const isElsewhere = included.some(({ path }) => path !== undefined && !isBelow(path, start.pathname))
  return {
    ...(included.length > 0 && { includePaths: patternsOf(included) }),
    ...(excluded.length > 0 && { excludePaths: patternsOf(excluded) }),
    ...(isElsewhere && { crawlEntireDomain: true }),
  }
}

interface Place {
  pattern: string
  path?: string
}

function placeOf({ subject, text, cue }: Meaning, start: URL): Place | undefined {
  if (subject === 'section') return { pattern: text }
  if (subject === 'pdf') return cue === 'no' || cue === 'only' ? { pattern: '\\.pdf$' } : undefined
  if (subject !== 'path' && subject !== 'address') return undefined
  const path = subject === 'path' ? text : pathOnSite(text, start)
  const pattern = path === undefined ? undefined : pathPattern(path)
  return pattern === undefined ? undefined : { pattern, path: path! }
}

function patternsOf(places: readonly Place[]): string[] {
  return [...new Set(places.map(({ pattern }) => pattern))]
}

function isBelow(path: string, start: string): boolean {
  const folder = start.replace(/\/$/, '')
  return path === folder || path.startsWith(`${folder}/`)
}

interface Meaning {
  subject: Subject
  text: string
  cue: Cue | undefined
  /** Whether nothing else was mentioned between the cue and this. */
  isFirst: boolean
}

function meaningsOf(lexemes: readonly Lexeme[]): Meaning[] {
  const meanings: Meaning[] = []
  let before = NOTHING
  for (const [index, lexeme] of lexemes.entries()) {
    if (lexeme.kind === 'mention') {
      const { subject, text } = lexeme
      const cue = settled(before.cue, verdictOn(lexemes, index))
      meanings.push({ subject, text, cue, isFirst: before.mentions === 0 })
    }
    before = after(lexeme, before, { previous: lexemes[index - 1], next: lexemes[index + 1] })
  }
  return meanings
}

interface Sense {
  cue: Cue | undefined
  mentions: number
  /** Whether only words and verbs came since the cue, so that a verb belongs to it. */
  isOpen: boolean
  /** Whether only words came since a mention, so that what is said now is about it. */
  isBehind: boolean
}

const NOTHING: Sense = { cue: undefined, mentions: 0, isOpen: false, isBehind: false }

interface Neighbours {
  previous: Lexeme | undefined
  next: Lexeme | undefined
}

function after(lexeme: Lexeme, sense: Sense, { previous, next }: Neighbours): Sense {
  if (lexeme.kind === 'stop') return NOTHING
  if (lexeme.kind === 'mention')
    return { ...sense, mentions: sense.mentions + 1, isOpen: false, isBehind: true }
  if (lexeme.kind === 'verdict') return sense.mentions > 0 ? NOTHING : sense
  if (lexeme.kind === 'join')
    return { ...sense, isOpen: sense.isOpen && lexeme.word === 'or', isBehind: false }
  if (lexeme.kind !== 'cue' || (sense.isBehind && behind(lexeme, next) !== undefined)) return sense
  const continues = sense.isOpen || (previous?.kind === 'join' && previous.word === 'or')
  if (lexeme.sort === 'verb' && continues && sense.cue !== undefined) return sense
  // "Include only" and "only include" mean the same, and so do "do not include" and "not also".
  if (lexeme.cue === 'also' && sense.isOpen && (sense.cue === 'only' || sense.cue === 'no')) return sense
  return { cue: lexeme.cue, mentions: 0, isOpen: true, isBehind: false }
}

function settled(before: Cue | undefined, verdict: Cue | undefined): Cue | undefined {
  if (before === 'no' || verdict === 'no') return 'no'
  return verdict === 'only' ? 'only' : (before ?? verdict)
}

const MOST_WORDS = 8

/** What is said behind a mention, as in "external links are not followed" or "Blog und Forum weglassen". */
function verdictOn(lexemes: readonly Lexeme[], mention: number): Cue | undefined {
  for (let at = mention + 1; at < Math.min(lexemes.length, mention + 1 + MOST_WORDS); at++) {
    const lexeme = lexemes[at]!
    if (lexeme.kind === 'verdict') return lexeme.cue
    if (lexeme.kind === 'cue') return behind(lexeme, lexemes[at + 1])
    if (lexeme.kind === 'join') {
      const next = nextInList(lexemes, at, lexemes[mention]!)
      if (next === undefined) return undefined
      at = next
    } else if (lexeme.kind !== 'word' && lexeme.kind !== 'filler') return undefined
  }
  return undefined
}

/** "only" and "not" belong to what stands before them when nothing follows that they could belong to. */
function behind(cue: Extract<Lexeme, { kind: 'cue' }>, next: Lexeme | undefined): Cue | undefined {
  const isLast = next === undefined || next.kind === 'stop' || next.kind === 'join'
  if (cue.cue === 'only') return isLast ? 'only' : undefined
  if (cue.sort !== 'not') return undefined
  const isAboutWhatFollows = next?.kind === 'filler' || next?.kind === 'mention' || next?.kind === 'cue'
  return isAboutWhatFollows ? undefined : 'no'
}

function nextInList(lexemes: readonly Lexeme[], join: number, item: Lexeme): number | undefined {
  if (lexemes[join]?.kind === 'join' && (lexemes[join] as { word: string }).word === ',') return undefined
  const at = lexemes.findIndex(({ kind }, place) => place > join && kind !== 'filler')
  const next = lexemes[at]
  return next?.kind === 'mention' && item.kind === 'mention' && isPlace(next) === isPlace(item)
    ? at
    : undefined
}

function isPlace({ subject }: Extract<Lexeme, { kind: 'mention' }>): boolean {
  return subject === 'section' || subject === 'path' || subject === 'address'
}
