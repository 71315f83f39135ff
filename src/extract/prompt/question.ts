import { readExpressions, readLines, readWordSets } from '../../language/data-files.ts'
import { fold } from '../../language/fold.ts'
import { isStopWord } from '../../language/common-words.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
type ValueKind =
  | 'phone'
  | 'email'
  | 'date'
  | 'year'
  | 'money'
  | 'percent'
  | 'duration'
  | 'hours'
  | 'person'
  | 'amount'
  | 'measure'
  | 'text'

export interface Question {
  kind: ValueKind
  words: string
  isFollowing?: boolean
}

const LABELS: Partial<Record<ValueKind, string>> = {
  person: 'who',
  money: 'how much',
  amount: 'how many',
  duration: 'how long',
  date: 'when',
  phone: 'which phone number',
  email: 'which address',
  measure: 'how large',
  hours: 'which hours',
  text: 'where',
}

export function describe({ kind, words }: Question): string {
  return `${LABELS[kind] ?? kind}: ${words}`
}

const FILLER_START = /^(?:(?:and|und|et|or|also|please|tell me|bitte|then)\s+)*/

/** How clauses ask for each kind of value: a line of the file has a kind and an expression; the first that fits counts. */
const PATTERNS = readLines(new URL('questions.txt', import.meta.url)).map((line) => {
  const kind = line.slice(0, line.indexOf(' '))
  return [kind as ValueKind, new RegExp(line.slice(kind.length + 1), 'u')] as const
})
const SPLITTERS =
  'who whom when where how what which until wer wann wie was wo welche welcher qui quand combien quel quelle comment ou quien cuando cuanto cuantos cuantas cual donde chi quando quanto quanti quante quale dove wie wanneer hoeveel wat by|whom'
    .split(' ')
    .map((word) => word.replace('|', ' '))
    .join('|')
const BETWEEN = new RegExp(
  String.raw`[,;:]\s*(?:(?:and|und|et|y|e|en)\s+)?|\s(?:and|und|et|y|e|en)\s+(?=(?:(?:in|within|since|seit|by|from|von|en|at)\s)?(?:${SPLITTERS})(?!\p{L})|(?:its|their|the|his|her|seine?|ihre?|ses?|leurs?|sus?|zijn|hun)\s)`,
  'iu',
)

export function clausesOf(sentence: string): string[] {
  return sentence.split(BETWEEN).flatMap((clause) => clause.trim() || [])
}

export function questionIn(clause: string, before?: Question): Question | undefined {
  const said = fold(clause.slice(0, 400).replaceAll('’', "'"))
    .replace(/^[¿¡\s]+/, '')
    .replace(/[?!.\s]+$/, '')
    .replace(FILLER_START, '')
  const kind = PATTERNS.find(([, pattern]) => pattern.test(said))?.[0]
  if (kind === undefined) return undefined
  const words = contentOf(clause.slice(0, 400), kind)
  if (words !== '') return { kind, words: kind === 'person' ? agentIn(said, words) : words }
  const about = before?.words ?? ''
  return before && { kind, words: kind === 'person' ? agentIn(fold(about), about) : about, isFollowing: true }
}

const ASKING = sets('question-asking')

/** Words for anybody, where others tell more. */
const ANYBODY = /^(?:people|persons?|personen|menschen|leute|personnes|personas|persone|gente|mensen)$/

function contentOf(clause: string, kind: ValueKind): string {
  const all = clause.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? []
  const isTelling = (word: string) => {
    const small = fold(word)
    return (
      !ASKING.has(small) &&
      small.length > 1 &&
      !isStopWord(small) &&
      !/^\d+$/.test(word) &&
      (kind !== 'duration' || !UNITS.test(small))
    )
  }
  const start = all.findIndex(isTelling)
  const run = all.slice(start).findIndex((word) => !isTelling(word))
  const words = kind === 'amount' && run > 0 ? all.slice(start, start + run) : all.filter(isTelling)
  const others = words.filter((word) => !ANYBODY.test(fold(word)))
  return (others.length > 0 ? others : words).slice(0, MOST_WORDS).join(' ')
}

export function nameOf({ kind, words, isFollowing = false }: Question, clause: string): string {
  const [language = 'en'] = Object.entries(ASKED_IN).find(([, pattern]) => pattern.test(fold(clause))) ?? []
  const suffix = kind === 'date' && !isFollowing ? '' : (SUFFIXES[kind]?.[language] ?? '')
  const isSaid = suffix === '' || words.split(' ').some((word) => KINDS.test(word))
  return isSaid ? words : `${words} ${suffix}`
}

const ASKED_IN: Record<string, RegExp> = {
  de: /\b(?:was|wie|wann|wer|welche[rs]?)\b/,
  fr: /\b(?:combien|quand|quel(?:le)?|qui)\b/,
  es: /\b(?:cuant[oa]s?|cuando|quien|cual)\b/,
  it: /\b(?:quant[oaie]|quando|chi|quale)\b/,
  nl: /\b(?:hoe|hoeveel|wanneer|wat)\b/,
}
const SUFFIXES: Partial<Record<ValueKind, Record<string, string>>> = {
  money: { en: 'price', de: 'preis', fr: 'prix', es: 'precio', it: 'prezzo', nl: 'prijs' },
  duration: { en: 'duration', de: 'dauer', fr: 'duree', es: 'duracion', it: 'durata', nl: 'duur' },
  date: { en: 'date', de: 'datum', fr: 'date', es: 'fecha', it: 'data', nl: 'datum' },
  email: { en: 'email', de: 'email', fr: 'courriel', es: 'correo', it: 'email', nl: 'email' },
  measure: { en: 'size', de: 'größe', fr: 'taille', es: 'tamaño', it: 'dimensione', nl: 'grootte' },
  phone: { en: 'phone', de: 'telefon', fr: 'telephone', es: 'telefono', it: 'telefono', nl: 'telefoon' },
}
const KINDS =
  /(?:price|cost|fee|fare|rent|preis|gebuhr|beitrag|miete|prix|tarif|precio|tarifa|prezzo|prijs|duration|period|let|time|dauer|frist|duree|delai|duracion|plazo|durata|duur|warranty|phone|telefon\p{L}?)$/u

const MOST_WORDS = 5
const UNITS =
  /^(?:minutes?|hours?|days?|weeks?|months?|years?|minuten|stunden?|tagen?|tage|wochen|monaten?|jahren?|jours|heures|mois|dias|horas|meses|giorni|ore|mesi|dagen|uren|weken|maanden)$/

const AGENTS = [...readExpressions(new URL('agents.txt', import.meta.url))].map(
  ([name, verb]) => [name, new RegExp(verb)] as const,
)

function agentIn(said: string, words: string): string {
  return AGENTS.find(([, verb]) => verb.test(said))?.[0] ?? words
}
