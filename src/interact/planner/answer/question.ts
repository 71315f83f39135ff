import { plain, wordsOf } from '../match/words.ts'
import { conceptsOf } from './concepts.ts'
import { asksWhatCame, asksWhether, kindAsked } from './kind-asked.ts'
import type { KindAsked } from './kind-asked.ts'
import { isSmall } from './small-words.ts'

/** A word of a question that an answer should have to do with. */
export interface AskedWord {
  word: string
  /** A name, a number or a quotation: an answer that has nothing to do with it is none. */
  hard: boolean
}

/** What a question asks for. */
export interface Question {
  said: string
  kind: KindAsked | undefined
  /** What it is about. */
  about: readonly AskedWord[]
  /** What only says the kind again: `price`, `date`. A fact that is called so is the better one. */
  besides: readonly string[]
  /** Its place in a list, where it is said: `the first book`. */
  ordinal: number | undefined
  /** The noun of that list. */
  ordinalOf: string | undefined
  /** What is counted: `how many beds`. */
  counted: string | undefined
  /** What is asked of something else: the `status` of a flight. */
  head: string | undefined
  /** What stands right behind `which`: of these things one is asked for. */
  which: string | undefined
  whether: boolean
  /** Asks for what came up, by whatever words. */
  whatCame: boolean
  /** Asks for several. */
  all: boolean
}

/** The kinds say these words by themselves. */
const OF_KIND: Record<KindAsked, readonly string[]> = {
  money: ['cost', 'pay', 'amount'],
  amount: ['cost', 'amount'],
  moment: ['date', 'time'],
  place: ['place'],
  person: ['who'],
  number: ['amount', 'height', 'length', 'weight', 'duration'],
  code: ['code'],
  phone: ['phone', 'code'],
  mail: ['mail', 'place'],
}

const JOINT =
  /(?:\s*[,;]\s*|\s+)(?:and|und|et|y|e|en|&|as well as|sowie)\s+(?:also\s+|auch\s+)?(?=(?:(?:until|till|since|from|by|at|in|on|to|for|with|bis|ab|seit|um|von|mit|jusqu['’]à|depuis|à|de|pour|hasta|desde|a|en|con|fino a|da|di|tot|vanaf|sinds|om|até|ao)\s+)?(?:what|when|where|who|which|how|is|are|does|do|can|was|wann|wo|wer|wie|welche|welcher|welches|ist|sind|gibt|quand|où|ou|qui|quel|quelle|combien|comment|est-ce|cu[aá]nto|cu[aá]ndo|d[oó]nde|qui[eé]n|qu[eé]|cu[aá]l|quanto|quando|dove|chi|quale|qual|onde|quem|wat|wanneer|waar|hoeveel|hoe|welke|if|whether)(?![\p{L}]))/iu

/** The questions of a sentence, in order; what `it` is in a later one was named in one before. */
export function readQuestions(said: string): Question[] {
  const parts = said
    .split(JOINT)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const questions: Question[] = []
  for (const part of parts) {
    const question = readQuestion(part)
    const before = questions.at(-1)
    const carried =
      before && isAboutSame(part, question) ? [...question.about, ...named(before)] : question.about
    questions.push({ ...question, about: carried })
  }
  return questions
}

/** `where is it?` is about what the question before was about. */
function isAboutSame(part: string, { about }: Question): boolean {
  return (
    about.length === 0 ||
    /\b(it|its|they|them|their|there|es|sie|ihn|dort|il|elle|ils|lo|la|los|ello|het|ze|hij|ela|ele|cela)\b/i.test(
      part,
    )
  )
}

function named({ about }: Question): AskedWord[] {
  const hard = about.filter((one) => one.hard)
  return hard.length > 0 ? hard : [...about]
}

function readQuestion(said: string): Question {
  const kind = kindAsked(said)
  const ordinal = ordinalIn(said)
  const words = telling(said).filter(
    ({ word }) => ordinal === undefined || (!ORDINAL.test(word) && word !== ordinal.of),
  )
  const ofKind = new Set(kind ? OF_KIND[kind] : [])
  const isBeside = ({ word, hard }: AskedWord) =>
    !hard && [...conceptsOf(word)].some((concept) => ofKind.has(concept))
  const noun = plain(WHICH.exec(said)?.[1] ?? '')
  const plural = kind === undefined && words.length === 1 && PLURAL.test(said) ? words[0]!.word : undefined
  return {
    said,
    kind,
    about: words.filter((word) => !isBeside(word)),
    besides: [...words.filter(isBeside).map(({ word }) => word), ...(kind === 'place' ? ['address'] : [])],
    ordinal: ordinal?.place,
    ordinalOf: ordinal?.of,
    counted: kind === 'number' ? countedIn(said) : undefined,
    head: headOf(said, words),
    which: noun !== '' && !isSmall(noun) ? noun : plural,
    whether: asksWhether(said),
    whatCame: asksWhatCame(said),
    all: /\b(all|every|list|which|what are|alle|welche|liste|tous|toutes|quels|quelles|todos|todas|cu[aá]les|tutti|tutte|quali|elenca|quais|welke|remain)\b/i.test(
      said,
    ),
  }
}

/** `the recipes`: several things, and nothing said about them. */
const PLURAL =
  /^\W*(?:the|all|all the|die|alle|les|toutes les|tous les|los|las|i|gli|le|os|as|de)?\s*\p{L}+(?:s|en|er|i|e)\W*$/iu
const WHICH =
  /\b(?:which|what|welche[rsmn]?|quel(?:le)?s?|cu[aá]l(?:es)?(?: de)?|quali?|quais|welke?|list(?: me)?(?: all)?(?: of)?(?: the)?|all(?: of)?(?: the)?|alle|tou(?:te)?s les|tod[oa]s l[oa]s|tutt[ie] [ilge]+)\s+(?:the |of the |die |les |los |las )?(\p{L}[\p{L}-]*)/iu
const OF = /\s(?:of|for|von|vom|des|der|de|del|du|di|della|do|da|van|zur?|à|a|bei|at|in)\s/iu

const ORDINALS: readonly (readonly [RegExp, number])[] = [
  [/^(first|erste[rnsm]?|premiere?|primer[oa]?|prim[oa]|primeir[oa]|eerste)$/, 1],
  [/^(second|zweite[rnsm]?|deuxieme|segund[oa]|second[oa]|tweede)$/, 2],
  [/^(third|dritte[rnsm]?|troisieme|tercer[oa]?|terz[oa]|terceir[oa]|derde)$/, 3],
  [/^(last|letzte[rnsm]?|derniere?|ultim[oa]|laatste)$/, -1],
]
const ORDINAL = new RegExp(ORDINALS.map(([pattern]) => pattern.source).join('|'))

/** `the first book`: a place in a list, and not a stretch of time as in `the last 7 days`. */
function ordinalIn(said: string): { place: number; of: string } | undefined {
  const words = wordsOf(said)
  const at = words.findIndex((word) => ORDINAL.test(word))
  const behind = words[at + 1] ?? ''
  if (
    at === -1 ||
    /^\d|^(name|week|month|year|quarter|day|time|woche|monat|jahr|quartal|semaine|mois|trimestre|semana|mes|settimana|mese|maand|kwartaal|half|floor|class)/.test(
      behind,
    )
  )
    return undefined
  const place = ORDINALS.find(([pattern]) => pattern.test(words[at]!))![1]
  return { place, of: behind }
}

const MANY =
  /\b(?:how many|number of|wie viele|anzahl der|combien d(?:e |['’])|cu[aá]nt[oa]s|quant[ie]|quant[oa]s|hoeveel)\s*(.+)$/iu

const TIMES = /^(times|mal|male|fois|veces|volte|vezes|keer)$/

/** The thing that is counted: the last noun before the verb, which is the first telling word or the one after it. */
function countedIn(said: string): string | undefined {
  const behind = MANY.exec(said)?.[1]
  const words = wordsOf(behind ?? '')
  const end = words.findIndex(isSmall)
  const thing = (end === -1 ? words : words.slice(0, end)).at(-1)
  return thing !== undefined && TIMES.test(thing) ? undefined : thing
}

/** The word before `of`, where something of something is asked for. */
function headOf(said: string, words: readonly AskedWord[]): string | undefined {
  const before = wordsOf(said.split(OF)[0] ?? '')
  return words.findLast(({ word }) => before.includes(word))?.word
}

/** The words of a question that say something, and how much each matters. */
function telling(said: string): AskedWord[] {
  const quoted = new Set(
    [...said.matchAll(/["“«„']([^"“”»«„']{2,})["”»“']/gu)].flatMap((match) => wordsOf(match[1]!)),
  )
  const upper = new Set(
    [...said.matchAll(/(?<=[^.!?¿¡\s"“«„]\s+)\p{Lu}[\p{L}\p{N}'’-]*/gu)].flatMap((match) =>
      wordsOf(match[0]),
    ),
  )
  const isGerman = /\b(der|die|das|den|dem|ist|wie|wann|welche[rs]?|ein|eine|und|für|mein|meine)\b/i.test(
    said,
  )
  const found: AskedWord[] = []
  for (const word of wordsOf(said.replace(/['’](?=\p{L}{3})/gu, ' ').replace(/['’]s\b/g, ''))) {
    const hard = quoted.has(word) || /\d/.test(word) || (upper.has(word) && !isGerman)
    if (
      (isSmall(word) && !quoted.has(word) && !(hard && word.length > 3)) ||
      found.some((one) => one.word === word)
    )
      continue
    found.push({ word, hard })
  }
  return found
}
