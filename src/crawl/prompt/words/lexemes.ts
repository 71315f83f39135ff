import vocabulary from './vocabulary.json' with { type: 'json' }

export type Cue = 'no' | 'only' | 'yes' | 'also'

/**
 * Subjects that a prompt can mention. A section has the pattern of its paths; a path or URL has the written
 * text.
 */
export type Subject =
  | 'section'
  | 'path'
  | 'address'
  | 'pdf'
  | 'subdomains'
  | 'external'
  | 'sitemap'
  | 'query'
  | 'duplicates'
  | 'dedupe'
  | 'entire'
  | 'below'
  | 'site'

export type Lexeme =
  /** `isDoubtful`: after any other word, as in "build a shop", it is probably not a subject. */
  | { kind: 'mention'; subject: Subject; text: string; isDoubtful?: true }
  /** `verb`: takes the sense of the words before it. `not`: may also stand after the words it negates. */
  | { kind: 'cue'; cue: Cue; sort: 'plain' | 'verb' | 'not' }
  | { kind: 'verdict'; cue: Cue }
  | { kind: 'join'; word: 'and' | 'or' | ',' }
  | { kind: 'stop' | 'filler' | 'word' }

interface LexemeRule {
  pattern: RegExp
  lexeme(found: RegExpExecArray): Lexeme | undefined
}

/**
 * Splits a prompt into lexemes. Every rule looks at one position only, so the time is proportional to the
 * text.
 */
export function lexemesOf(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  let at = 0
  while (at < text.length) {
    const next = lexemeAt(text, at, lexemes.at(-1))
    if (next.lexeme) lexemes.push(next.lexeme)
    at = next.end
  }
  return lexemes
}

function lexemeAt(text: string, at: number, before: Lexeme | undefined): { lexeme?: Lexeme; end: number } {
  for (const { pattern, lexeme } of LEXEME_RULES) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    const made = found === null ? undefined : lexeme(found)
    if (made === undefined || (made.kind === 'mention' && made.isDoubtful && before?.kind === 'word'))
      continue
    return { lexeme: made, end: pattern.lastIndex }
  }
  WORD.lastIndex = at
  return WORD.test(text) ? { lexeme: { kind: 'word' }, end: WORD.lastIndex } : { end: at + 1 }
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/uy

/** A pattern for whole words in any language, case-insensitive. */
export function wholeWords(source: string, flags = 'giu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags)
}

const [SITE, PART, FOLDER, NO_NAME] = (['site', 'part', 'folder', 'noName'] as const).map(
  (list) => `(?:${vocabulary[list].join('|')})`,
)

function toRules(list: readonly { lexeme: object; words: readonly string[] }[]): LexemeRule[] {
  return list.map(({ lexeme, words: sources }) => ({
    pattern: wholeWords(sources.join('|').replaceAll('%site%', SITE!), 'iuy'),
    lexeme: ([text]) => ({ ...lexeme, text }) as Lexeme,
  }))
}

/** `alsoNames` have other meanings too, so they name a section only next to words such as "pages". */
const SECTION_RULES: LexemeRule[] = vocabulary.sections.flatMap(
  ({ slugs, names, alsoNames }): LexemeRule[] => {
    const mention = { kind: 'mention', subject: 'section', text: segmentPattern(slugs) } as const
    const all = [...names, ...alsoNames].join('|')
    const withPart = {
      pattern: wholeWords(`(?:${all})s?[ -]?${PART}|(?:every|each|jede[nrs]?) (?:${all})`, 'iuy'),
      lexeme: () => mention,
    }
    if (names.length === 0) return [withPart]
    const pattern = wholeWords(names.join('|'), 'iuy')
    return [withPart, { pattern, lexeme: () => ({ ...mention, isDoubtful: true }) }]
  },
)

/** A pattern for paths with one of the spellings as a whole segment. */
function segmentPattern(slugs: string): string {
  return `(^|/)${slugs.includes('|') ? `(${slugs})` : slugs}(/|$)`
}

const QUOTE = '["\'„“”‚‘’«»`]'

const NOT_A_NAME = new RegExp(`^${NO_NAME}$`, 'iu')

const NAMED_SECTION_RULES: LexemeRule[] = [
  `${QUOTE}?(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,40}?)${QUOTE}?[ -]${FOLDER}`,
  `${FOLDER} (?:called |named |namens )?${QUOTE}(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,40})${QUOTE}`,
  `${FOLDER} (?:called|named|namens) (?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,40})`,
].map((source) => ({
  pattern: wholeWords(source, 'iuy'),
  lexeme({ groups }) {
    const name = groups?.['name'] ?? ''
    if (NOT_A_NAME.test(name)) return undefined
    return { kind: 'mention', subject: 'section', text: segmentPattern(spellings(name.toLowerCase())) }
  },
}))

/** URLs often write an umlaut as two letters. */
function spellings(name: string): string {
  const plain = name.replaceAll(
    /[äöüß]/g,
    (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter,
  )
  return plain === name ? name : `${name}|${plain}`
}

const URL_CHARACTER = `[^\\s"'\`„“”‚‘’«»<>()[\\]{},;|]`

/** A path written in a prompt; a slash within a word, as in "and/or", starts no path. */
const WRITTEN_PATH = new RegExp(`(?<![^\\s"'\`„“”‚‘’«»(\\[,])/[\\p{L}\\p{N}_~%*.@+-]${URL_CHARACTER}*`, 'uy')

/** A URL written in a prompt, with or without its protocol. `sitemap.xml` looks like one. */
const WRITTEN_URL = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?!sitemap)(?:https?://${URL_CHARACTER}+|[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,9}\\.[a-z]{2,18}(?![\\p{L}\\p{N}])(?::\\d+)?(?:/${URL_CHARACTER}*)?)`,
  'iuy',
)

/** The pattern for a path and everything below it. `*` is one segment or, at the end, any rest. */
export function pathPattern(written: string): string | undefined {
  const path = written.replace(/[?#].*$/, '').replace(/[.!:]+$/, '')
  const folder = path.replace(/\/\*{1,2}$/, '/')
  const source = folder
    .replace(/\/$/, '')
    .replaceAll(/[\\^$.*+?()[\]{}|]+/g, (signs) =>
      /^\*+$/.test(signs) ? '[^/]*' : signs.replaceAll(/./g, '\\$&'),
    )
  if (source === '') return undefined
  return folder === path ? `^${source}(/|$)` : `^${source}/`
}

export function pathOfOwnUrl(written: string, start: URL): string | undefined {
  const text = written.replace(/[.!:]+$/, '')
  const url = URL.parse(/^https?:/i.test(text) ? text : `${start.protocol}//${text}`)
  return url !== null && siteOf(url) === siteOf(start) ? url.pathname : undefined
}

function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '')
}

const WRITTEN_RULES: LexemeRule[] = [
  { pattern: WRITTEN_URL, lexeme: ([text]) => ({ kind: 'mention', subject: 'address', text }) },
  {
    pattern: new RegExp(
      `(?:contain(?:s|ing)?|enth(?:ält|alten)) ["'„“]?(?<path>${WRITTEN_PATH.source})`,
      'iuy',
    ),
    lexeme({ groups }) {
      const pattern = pathPattern(groups?.['path'] ?? '')?.slice(1)
      return pattern === undefined ? undefined : { kind: 'mention', subject: 'section', text: pattern }
    },
  },
  { pattern: WRITTEN_PATH, lexeme: ([text]) => ({ kind: 'mention', subject: 'path', text }) },
]

const PUNCTUATION_RULES: LexemeRule[] = [
  { pattern: /[.!?;:](?=\s|$)|\n+/uy, lexeme: () => ({ kind: 'stop' }) },
  { pattern: /,/uy, lexeme: () => ({ kind: 'join', word: ',' }) },
]

/** The first match decides, so longer and more specific rules come first. */
const LEXEME_RULES: LexemeRule[] = [
  ...WRITTEN_RULES,
  ...toRules(vocabulary.mentions),
  ...SECTION_RULES,
  ...toRules(vocabulary.cues),
  ...NAMED_SECTION_RULES,
  ...PUNCTUATION_RULES,
  ...toRules(vocabulary.smallWords),
]
