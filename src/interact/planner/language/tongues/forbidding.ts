import type { Code } from '../tongue.ts'

const DEEDS =
  'click|press|tap|hit|push|use|touch|submit|send|delete|remove|buy|order|pay|purchase|book|reserve|confirm|accept|agree|post|publish|place|log|sign|open|close|follow|leave|go|save|check out|cancel|continue|proceed|finish|complete|upload|start|share|apply|finali[sz]e'
const NOT = `(?:do not|don['’]?t|never|must not|mustn['’]t|should not|shouldn['’]t|avoid|without|no need to|hold off on|stop before)`
const ENGLISH = new RegExp(
  `(?:(?:^|[.,;!]|\\s[-–—])?\\s*(?:\\b(?:but|and|please|also|you|just|then|yet)\\s+){0,6}\\b${NOT}\\s+(?:(?:yet|actually|ever)\\s+)?(?:${DEEDS})(?:ting|ning|ing)?\\b|[,;]\\s*(?:but\\s+)?not\\s+(?!only\\b))[^.,;!?]*`,
  'giu',
)

/** Stems of what is sent, bought, taken or ended, as they begin a verb in each tongue. */
const STEMS = {
  de: '(?:ab|ver|zu|ein|weiter|be|über)?(?:zu)?(?:send|schick|bestell|kauf|buch|zahl|bestätig|lösch|speicher|veröffentlich|klick|drück|reservier|überweis|weis|kündig|schließ|reich|geh|unterschreib|fahr|fortfahr|mach)',
  fr: '(?:valid|envo|command|achet|achèt|pay|pai|réserv|confirm|publi|supprim|cliqu|continu|soumet|enregistr|ferm|appuy|appui|post|annul|termin|finalis)',
  es: '(?:env[ií]|mand|compr|pag|confirm|reserv|public|publiqu|borr|elimin|continu|puls|guard|reserv|ped|pid|acept|firm|tramit|termin|finali)',
  it: '(?:invi|mand|compr|acquist|pag|conferm|prenot|pubblic|elimin|cancell|continu|prem|clicc|salv|ordin|accett|procedere|proced|conclud)',
  pt: '(?:envi|mand|compr|pag|pagu|confirm|reserv|publi|apag|elimin|exclu|continu|cli[cq]|salv|guard|ped|aceit|finali|conclu)',
  nl: '(?:verzend|verstu|stuur|bestel|ko[o]?p|beta|bo[e]?k|bevestig|verwijder|op[sl]la|sla|plaats|reken|klik|druk|reserve|ga|doorga|afreken|dien|indien|publice)',
}
const BEGINS = String.raw`(?:^|[.,;!?\n–—(]|(?<=\s)(?:aber|doch|und|mais|et|pero|y|ma|e|mas|maar|en)(?=\s))\s*(?:(?:aber|doch|und|bitte|mais|et|pero|y|ma|e|mas|maar|en|but)\s+){0,6}`
const REST = '[^.,;!?\\n]*'

/** A pattern for a clause: how it begins, and what is in it. */
function forbids(inner: string): RegExp {
  return new RegExp(`${BEGINS}${inner}${REST}`, 'giu')
}

/** What says that something is not to be done; each takes the whole of what it forbids. */
const BY_TONGUE: Record<Code, readonly RegExp[]> = {
  en: [/\s*\(not\s[^()]*\)/giu, ENGLISH],
  de: [
    forbids(`(?:noch\\s+)?nicht\\s+(?:\\p{L}+\\s+){0,3}?${STEMS.de}\\p{L}*`),
    forbids(`${STEMS.de}\\p{L}*\\s+(?:\\p{L}+\\s+){0,5}?(?:noch\\s+)?nicht(?!\\p{L})`),
    forbids(`(?:\\p{L}+\\s+){0,4}?(?:noch\\s+)?nicht\\s+${STEMS.de}\\p{L}*`),
    new RegExp(`\\s*\\bohne\\s+(?:\\p{L}+\\s+){0,3}?(?:zu\\s+)?${STEMS.de}\\p{L}*${REST}`, 'giu'),
  ],
  fr: [
    forbids(
      `n(?:e\\s+|['’]\\s*)(?:l['’]|le\\s+|la\\s+|les\\s+)?${STEMS.fr}\\p{L}*\\s+(?:\\p{L}+\\s+){0,2}?pas(?!\\p{L})`,
    ),
    new RegExp(`\\s*\\bsans\\s+(?:l['’]|le\\s+|la\\s+|les\\s+)?${STEMS.fr}\\p{L}*er${REST}`, 'giu'),
  ],
  es: [
    forbids(`no\\s+(?:l[oae]s?\\s+)?${STEMS.es}\\p{L}*`),
    new RegExp(`\\s*\\bsin\\s+${STEMS.es}\\p{L}*(?:ar|er|ir)(?:l[oae]s?)?(?!\\p{L})${REST}`, 'giu'),
  ],
  it: [
    forbids(`non\\s+(?:l[oaei]\\s+)?${STEMS.it}\\p{L}*`),
    new RegExp(
      `\\s*\\bsenza\\s+${STEMS.it}\\p{L}*(?:are|ere|ire|arl[oaei]|erl[oaei])(?!\\p{L})${REST}`,
      'giu',
    ),
  ],
  pt: [
    forbids(`não\\s+(?:[oa]s?\\s+)?${STEMS.pt}\\p{L}*`),
    new RegExp(`\\s*\\bsem\\s+${STEMS.pt}\\p{L}*(?:ar|er|ir)(?!\\p{L})${REST}`, 'giu'),
  ],
  nl: [
    forbids(`(?:nog\\s+)?niet\\s+(?:\\p{L}+\\s+){0,2}?${STEMS.nl}\\p{L}*`),
    forbids(`${STEMS.nl}\\p{L}*\\s+(?:\\p{L}+\\s+){0,4}?(?:nog\\s+)?niet(?!\\p{L})`),
    new RegExp(`\\s*\\bzonder\\s+(?:\\p{L}+\\s+){0,2}?te\\s+${STEMS.nl}\\p{L}*${REST}`, 'giu'),
  ],
}

/** Tongues whose short sentences are easily taken for one another. */
const ALIKE: Partial<Record<Code, Code[]>> = {
  es: ['pt', 'it'],
  pt: ['es', 'it'],
  it: ['es', 'pt'],
  de: ['nl'],
  nl: ['de'],
}

/** What forbids something in an instruction of a tongue; English may stand in any. */
export function forbiddingIn(code: Code): readonly RegExp[] {
  return [...new Set<Code>(['en', code, ...(ALIKE[code] ?? [])])].flatMap((one) => BY_TONGUE[one])
}
