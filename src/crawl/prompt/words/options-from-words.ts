import type { CrawlPrompt, PromptOptions } from '../prompt-options.ts'
import { parseAmounts } from './amounts.ts'
import { lexemesOf, pathOfOwnUrl, pathPattern } from './lexemes.ts'
import type { Cue, Lexeme, Subject } from './lexemes.ts'

export function optionsFromWords({ prompt, url }: CrawlPrompt): PromptOptions {
  const start = new URL(url)
  const { amounts, rest } = parseAmounts(prompt.normalize('NFC').replaceAll(/[ \t]+/g, ' '))
  const mentions = cuedMentions(lexemesOf(rest))
  const options = Object.assign({}, ...mentions.map((mention) => OPTION_RULES[mention.subject]?.(mention)))
  return { ...options, ...pathOptions(mentions, start), ...amounts }
}

type OptionRule = (meaning: CuedMention) => PromptOptions | undefined

const OPTION_RULES: Partial<Record<Subject, OptionRule>> = {
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

function pathOptions(mentions: readonly CuedMention[], start: URL): PromptOptions {
  const isEntire = mentions.some(({ subject, cue }) => subject === 'entire' && cue !== 'no')
  const patterns = mentions.flatMap((mention) => {
    const pattern = pathPatternOf(mention, start)
    return pattern === undefined ? [] : [{ ...pattern, cue: mention.cue }]
  })
  const excluded = patterns.filter(({ cue }) => cue === 'no')
  // "The whole site including the blog" does not limit the crawl to the blog.
  const included = patterns.filter(({ cue }) => cue !== 'no' && !(cue === 'also' && isEntire))
  const isElsewhere = included.some(({ path }) => path !== undefined && !isBelow(path, start.pathname))
  return {
    ...(included.length > 0 && { includePaths: patternsOf(included) }),
    ...(excluded.length > 0 && { excludePaths: patternsOf(excluded) }),
    ...(isElsewhere && { crawlEntireDomain: true }),
  }
}

interface PathPattern {
  pattern: string
  path?: string
}

function pathPatternOf({ subject, text, cue }: CuedMention, start: URL): PathPattern | undefined {
  if (subject === 'section') return { pattern: text }
  if (subject === 'pdf') return cue === 'no' || cue === 'only' ? { pattern: '\\.pdf$' } : undefined
  if (subject !== 'path' && subject !== 'address') return undefined
  const path = subject === 'path' ? text : pathOfOwnUrl(text, start)
  const pattern = path === undefined ? undefined : pathPattern(path)
  return pattern === undefined ? undefined : { pattern, path: path! }
}

function patternsOf(places: readonly PathPattern[]): string[] {
  return [...new Set(places.map(({ pattern }) => pattern))]
}

function isBelow(path: string, start: string): boolean {
  const folder = start.replace(/\/$/, '')
  return path === folder || path.startsWith(`${folder}/`)
}

interface CuedMention {
  subject: Subject
  text: string
  cue: Cue | undefined
  /** Whether nothing else was mentioned since the cue. */
  isFirst: boolean
}

function cuedMentions(lexemes: readonly Lexeme[]): CuedMention[] {
  const mentions: CuedMention[] = []
  let state = INITIAL_STATE
  for (const [index, lexeme] of lexemes.entries()) {
    if (lexeme.kind === 'mention') {
      const { subject, text } = lexeme
      const cue = combineCues(state.cue, laterCue(lexemes, index))
      mentions.push({ subject, text, cue, isFirst: state.mentions === 0 })
    }
    state = nextState(lexeme, state, { previous: lexemes[index - 1], next: lexemes[index + 1] })
  }
  return mentions
}

interface CueState {
  cue: Cue | undefined
  mentions: number
  /** Whether only words and verbs followed the cue, so that a verb belongs to it. */
  awaitsVerb: boolean
  /** Whether only words followed a mention, so that the next cue refers to it. */
  isAfterMention: boolean
}

const INITIAL_STATE: CueState = { cue: undefined, mentions: 0, awaitsVerb: false, isAfterMention: false }

interface Neighbours {
  previous: Lexeme | undefined
  next: Lexeme | undefined
}

function nextState(lexeme: Lexeme, state: CueState, { previous, next }: Neighbours): CueState {
  if (lexeme.kind === 'stop') return INITIAL_STATE
  if (lexeme.kind === 'mention')
    return { ...state, mentions: state.mentions + 1, awaitsVerb: false, isAfterMention: true }
  if (lexeme.kind === 'verdict') return state.mentions > 0 ? INITIAL_STATE : state
  if (lexeme.kind === 'join')
    return { ...state, awaitsVerb: state.awaitsVerb && lexeme.word === 'or', isAfterMention: false }
  if (lexeme.kind !== 'cue' || (state.isAfterMention && trailingCue(lexeme, next) !== undefined)) return state
  const continues = state.awaitsVerb || (previous?.kind === 'join' && previous.word === 'or')
  if (lexeme.sort === 'verb' && continues && state.cue !== undefined) return state
  // "Include only" and "only include" mean the same, and so do "do not include" and "not also".
  if (lexeme.cue === 'also' && state.awaitsVerb && (state.cue === 'only' || state.cue === 'no')) return state
  return { cue: lexeme.cue, mentions: 0, awaitsVerb: true, isAfterMention: false }
}

function combineCues(before: Cue | undefined, verdict: Cue | undefined): Cue | undefined {
  if (before === 'no' || verdict === 'no') return 'no'
  return verdict === 'only' ? 'only' : (before ?? verdict)
}

const MAX_WORDS = 8

/** A cue after its mention, as in "external links are not followed" or "Blog und Forum weglassen". */
function laterCue(lexemes: readonly Lexeme[], mention: number): Cue | undefined {
  for (let at = mention + 1; at < Math.min(lexemes.length, mention + 1 + MAX_WORDS); at++) {
    const lexeme = lexemes[at]!
    if (lexeme.kind === 'verdict') return lexeme.cue
    if (lexeme.kind === 'cue') return trailingCue(lexeme, lexemes[at + 1])
    if (lexeme.kind === 'join') {
      const next = nextInList(lexemes, at, lexemes[mention]!)
      if (next === undefined) return undefined
      at = next
    } else if (lexeme.kind !== 'word' && lexeme.kind !== 'filler') return undefined
  }
  return undefined
}

/** "only" and "not" belong to the words before them when nothing follows that they could belong to. */
function trailingCue(cue: Extract<Lexeme, { kind: 'cue' }>, next: Lexeme | undefined): Cue | undefined {
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
  return next?.kind === 'mention' && item.kind === 'mention' && isPathMention(next) === isPathMention(item)
    ? at
    : undefined
}

function isPathMention({ subject }: Extract<Lexeme, { kind: 'mention' }>): boolean {
  return subject === 'section' || subject === 'path' || subject === 'address'
}
