import { PART, SECTIONS, segment } from './sections.ts'
import { words } from './pattern.ts'
import { pathPattern, WRITTEN_ADDRESS, WRITTEN_PATH } from './written-paths.ts'

export type Cue = 'no' | 'only' | 'yes' | 'also'

/** What a prompt can speak of. A section brings the pattern of its paths, a path or address what was written. */
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
  /** `isDoubtful`: behind any other word, as in "build a shop", it is rather something else. */
  | { kind: 'mention'; subject: Subject; text: string; isDoubtful?: true }
  /** `verb`: takes over the sense of what stands before it. `not`: may also stand behind what it refuses. */
  | { kind: 'cue'; cue: Cue; sort: 'plain' | 'verb' | 'not' }
  | { kind: 'verdict'; cue: Cue }
  | { kind: 'join'; word: 'and' | 'or' | ',' }
  | { kind: 'stop' | 'filler' | 'word' }

interface Rule {
  pattern: RegExp
  lexeme(found: RegExpExecArray): Lexeme | undefined
}

/** Splits a prompt into its lexemes. Every rule looks at one place only, so this takes time in proportion to the text. */
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
  for (const { pattern, lexeme } of RULES) {
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

function mentions(subject: Subject, source: string): Rule {
  return {
    pattern: words(source, 'iuy'),
    lexeme: ([text]) => ({ kind: 'mention', subject, text }),
  }
}

function cues(cue: Cue, sort: 'plain' | 'verb' | 'not', source: string): Rule {
  return { pattern: words(source, 'iuy'), lexeme: () => ({ kind: 'cue', cue, sort }) }
}

function verdicts(cue: Cue, source: string): Rule {
  return { pattern: words(source, 'iuy'), lexeme: () => ({ kind: 'verdict', cue }) }
}

const SECTION_RULES: Rule[] = SECTIONS.flatMap(({ slugs, names, alsoNames }): Rule[] => {
  const mention = { kind: 'mention', subject: 'section', text: segment(slugs) } as const
  const all = [names, alsoNames].filter((one) => one !== undefined).join('|')
  const withPart = {
    pattern: words(`(?:${all})s?[ -]?(?:${PART})|(?:every|each|jede[nrs]?) (?:${all})`, 'iuy'),
    lexeme: () => mention,
  }
  if (names === undefined) return [withPart]
  return [withPart, { pattern: words(names, 'iuy'), lexeme: () => ({ ...mention, isDoubtful: true }) }]
})

const FOLDER =
  'section|area|directory|folder|subdirectory|subfolder|category|bereich|verzeichnis|ordner|rubrik|kategorie'
const QUOTE = '["\'„“”‚‘’«»`]'
const NO_NAME =
  /^(?:th[ei]\p{L}*|main|whole|entire|each|every|other|same|following|any|all|new|first|last|a|an|one|no|only|just|und|and|or|oder|which|nur|den?|der|die|das|dem|kein\p{L}*|dies\p{L}*|jede\p{L}*|gesamte\p{L}*|ganze\p{L}*|ein\p{L}*|im|in)$/iu

const NAMED_SECTIONS: Rule[] = [
  `${QUOTE}?(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,40}?)${QUOTE}?[ -](?:${FOLDER})`,
  `(?:${FOLDER}) (?:called |named |namens )?${QUOTE}(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,40})${QUOTE}`,
  `(?:${FOLDER}) (?:called|named|namens) (?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,40})`,
].map((source) => ({
  pattern: words(source, 'iuy'),
  lexeme({ groups }) {
    const name = groups?.['name'] ?? ''
    if (NO_NAME.test(name)) return undefined
    return { kind: 'mention', subject: 'section', text: segment(spellings(name.toLowerCase())) }
  },
}))

/** Addresses often write umlauts with two letters. */
function spellings(name: string): string {
  const plain = name.replaceAll(
    /[äöüß]/g,
    (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter,
  )
  return plain === name ? name : `${name}|${plain}`
}

const SITE = '(?:web ?)?(?:site|domain|host|webseite|internetseite|internetauftritt|homepage)'

const MENTIONS: Rule[] = [
  { pattern: WRITTEN_ADDRESS, lexeme: ([text]) => ({ kind: 'mention', subject: 'address', text }) },
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
  mentions('pdf', 'pdfs?(?:[ -]?(?:files?|documents?|dateien|dokumenten?))?'),
  mentions('subdomains', '(?:sub|unter)-?(?:domains?|domänen)'),
  mentions(
    'external',
    `(?:external|outbound|outgoing|off-?site|third[- ]party|foreign) (?:links?|sites?|domains?|pages?|websites?|urls?|hosts?)|links? to (?:other|different|external) (?:sites|domains|websites|hosts|pages)|(?:other|different) (?:sites|domains|websites|hosts)|extern\\p{L}* (?:links?|seiten|web-?sites?|webseiten|domains?|verweisen?|adressen|urls?)|(?:fremde|andere)n?r? (?:domains|websites|webseiten|hosts)|leav(?:e|ing) th(?:e|is) ${SITE}`,
  ),
  mentions('sitemap', 'site-?maps?(?:\\.xml)?'),
  mentions(
    'query',
    '(?:url|query|get|uri|tracking)[- ](?:query[- ])?(?:parameters?|params?|parametern?|strings?|arguments?)',
  ),
  mentions(
    'duplicates',
    'duplicate[sd]?(?: (?:pages|urls|content))?|similar (?:pages|urls)|duplikaten?|doppelten? (?:seiten|urls|inhalten?)',
  ),
  mentions('dedupe', 'de-?duplicat\\p{L}*|dedup\\p{L}*'),
  mentions(
    'entire',
    `(?:entire|whole|full|complete) ${SITE}|(?:everything|all(?: of)?(?: the)?(?: pages| urls| content)?) (?:on|of|in|from) (?:the|this|that|their|its) (?:entire |whole )?${SITE}|(?:gesamten?|ganzen?|kompletten?|vollständigen?) (?:seite|website|${SITE})|allen? seiten (?:der|auf der|von|dieser|auf dieser) (?:website|${SITE})`,
  ),
  mentions('below', 'child pages|sub-?pages|unterseiten'),
  mentions('site', `th(?:is|e same) ${SITE}|diese[rn]? (?:website|${SITE})|derselben (?:website|${SITE})`),
]

const CUES: Rule[] = [
  // Two refusals that together are a wish.
  cues(
    'only',
    'plain',
    '(?:no|not any)(?:thing| (?:other )?pages?)? (?:but|except|other than|besides|outside(?: of)?)|nothing (?:but|except|other than|besides|outside(?: of)?)|(?:nichts|keine (?:anderen )?seiten) (?:außer|ausser|als|außerhalb)',
  ),
  cues('yes', 'plain', 'not (?:only|just)|nicht nur'),
  cues(
    'no',
    'plain',
    '(?:everything|all|anything) but|nothing|none|leave(?= (?:[\\p{L}-]+ ){1,5}out)|(?:lasse?|nimm|schlie(?:ß|ss)e)(?= (?:[\\p{L}-]+ ){1,5}(?:aus|weg))|without|except(?: for)?|excepting|excluding|excludes?|skip(?:ping)?|ignor(?:e|ing)|avoid(?:ing)?|omit(?:ting)?|leav(?:e|ing) out|other than|apart from|aside from|besides|drop|disregard(?:ing)?|regardless of|strip|remove|minus|neither|ohne|au(?:ß|ss)er|kein(?:e[nmrs]?)?|niemals|weder|ausgenommen|bis auf|exklusive|überspring(?:e|st)?|ignoriere?|vermeide|meide',
  ),
  cues('no', 'not', "not|never|no|(?:do|does|should|must|wo|ca)n[’']?t|cannot|nicht|nie"),
  cues(
    'only',
    'plain',
    'only|just|solely|exclusively|(?:restrict|limit|confine)(?:ed)?(?: (?:it|this|the crawl|yourself))? to|stick to|nur|ausschlie(?:ß|ss)lich|lediglich|blo(?:ß|ss)|(?:begrenz|beschränk)\\p{L}*(?: \\p{L}+){0,3}? auf',
  ),
  cues(
    'also',
    'plain',
    'including|includes?|incl\\.?|also|plus|as well as|along with|especially|particularly|mainly|inklusive|inkl\\.?|einschlie(?:ß|ss)lich|auch|samt|sowie|mitsamt|vor allem|besonders|with|mit',
  ),
  cues(
    'yes',
    'verb',
    'crawl(?:ing)?|scrap(?:e|ing)|visit(?:ing)?|follow(?:ing)?|allow(?:ing)?|us(?:e|ing)|fetch(?:ing)?|get(?:ting)?|collect|grab|read|extract|index|want|need|interested in|find|gather|take|keep|consider|treat|respect|focus on|go(?: to)?|crawle|besuche|folge|verfolge|hole?|nimm|lies|sammle|finde|nutze|verwende|berücksichtige|beachte|behalte|erlaube|möchte|brauche',
  ),
]

const VERDICTS: Rule[] = [
  verdicts(
    'no',
    'excluded|skipped|ignored|omitted|avoided|left out|forbidden|off[ -]limits|auslassen|ausgelassen|weglassen|weggelassen|ausschlie(?:ß|ss)en|ausgeschlossen|ignorieren|ignoriert|überspringen|übersprungen|vermeiden|auszulassen|ausnehmen',
  ),
  verdicts(
    'yes',
    'included|followed|allowed|kept|visited|crawled|einschlie(?:ß|ss)en|einbeziehen|verfolgen|folgen|besuchen|crawlen|scrapen|nutzen|verwenden|zulassen|erlauben|mitnehmen|berücksichtigen|beachten|behalten|erlaubt|einbezogen',
  ),
]

const SMALL_WORDS: Rule[] = [
  {
    pattern: words('but|however|aber|sondern|jedoch|instead|stattdessen', 'iuy'),
    lexeme: () => ({ kind: 'stop' }),
  },
  { pattern: /[.!?;:](?=\s|$)|\n+/uy, lexeme: () => ({ kind: 'stop' }) },
  { pattern: words('and|und|&', 'iuy'), lexeme: () => ({ kind: 'join', word: 'and' }) },
  { pattern: words('or|nor|oder|noch', 'iuy'), lexeme: () => ({ kind: 'join', word: 'or' }) },
  { pattern: /,/uy, lexeme: () => ({ kind: 'join', word: ',' }) },
  {
    pattern: words(
      'the|this|that|its|all|any|every|each|of|from|in|on|under|below|within|into|to|for|about|pages?|urls?|der|die|das|den|dem|des|alle[nrms]?|jede[nrms]?|aus|von|vom|im|unter|unterhalb|auf|zu|zum|zur|über|seiten?|inhalten?',
      'iuy',
    ),
    lexeme: () => ({ kind: 'filler' }),
  },
]

/** The first that fits decides, so what is longer or more particular comes first. */
const RULES: Rule[] = [...MENTIONS, ...SECTION_RULES, ...CUES, ...VERDICTS, ...NAMED_SECTIONS, ...SMALL_WORDS]
