import { COMMON, GIVEN_NAME, PLACE, SURNAME, shippedLexicon } from '../../language/lexicon.ts'
import { matchesOf } from '../../language/matches-of.ts'
import type { PiiSpan } from '../span.ts'

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’-]{1,30}"
const LINK =
  '(?:van|von|vom|zu|zum|zur|de|du|des|del|della|di|da|do|dos|das|la|le|el|al|bin|ibn|ben|den|der|ten|ter|af|av|y|e|und)'
const NAME = `${WORD}(?:[ \\u{a0}](?:${LINK}[ \\u{a0}]){0,3}(?:\\p{Lu}\\.(?:[ ]?\\p{Lu}\\.)?|${WORD})){0,3}`
const TITLE =
  '(?:Mrs?|Ms|Miss|Mx|Mister|Dr|Prof|Professor|Rev|Reverend|Sir|Dame|Herrn?|Frau|Hr|Fr|Monsieur|Madame|Mademoiselle|Mme|Mlle|Mr\\.?|Señora?|Señorita|Sra?|Srta|Don|Doña|Signora?|Sig|Dott|Dott\\.ssa|Ing|Avv|Dhr|Mevr|Mevrouw|Meneer|Pan|Pani|Senhora?|Fru|Pana|Dipl\\.-Ing)'
const SPACE = '[ \\u{a0}]'

/** Words after which a name follows, read without regard to other alphabets for speed; `isSure` when no list must know it. */
interface NameCue {
  words: RegExp
  isSure: boolean
  follows?: RegExp
}

const COLON = '\\*{0,2}[ \\t]{0,4}[:：|][ \\t*_|]{0,12}(?:\\n[ \\t]{0,4})?'
const END = /[ \u{a0}]?[,!:.;–—-]|\s{0,4}\n|\s{0,4}$/uy
const LINE_END = /[ \t*_]{0,4}(?:\n|$|[,|·•–—-])/uy

const NAME_CUES: readonly NameCue[] = [
  { words: new RegExp(`\\b${TITLE}\\.?[ \\u00a0]`, 'g'), isSure: true },
  { words: /\bM\.[ \u00a0]/g, isSure: false },
  {
    words: new RegExp(
      `\\b(?:(?:sur)?name|vorname|nachname|familienname|nom|prénom|nombre|apellidos?|nome|cognome|sobrenome|naam|voornaam|achternaam|nazwisko|namn|navn|ansprechpartner(?:in)?|kontaktperson|contact(?: person)?|authors?|autor(?:in|es)?|auteure?|autore|geschäftsführer(?:in)?|geschäftsführung|inhaber(?:in)?|vertreten durch|gérante?|publication|amministratore|titolare|titular|directed by|written by|posted by|edited by|reviewed by|signed|attn|attention|z\\. ?hd\\.?|c\\/o|user|patient|employee|from|to|cc|sender|recipient|absender|empfänger|witness|defendant|plaintiff)${COLON}`,
      'gi',
    ),
    isSure: false,
  },
  {
    words:
      /\b(?:my (?:full |first |last )?name is|name['’]s|maiden name is|calls? me|ich heiße|mein name ist|je m['’]appelle|mon nom est|me llamo|mi nombre es|mi chiamo|il mio nome è|meu nome é|me chamo|ik heet|mijn naam is|jag heter|mitt namn är|nazywam się|mam na imię) /gi,
    isSure: true,
  },
  {
    words: /\b(?:I am|I['’]m|[Tt]his is|[Ii]ch bin|[Jj]e suis|[Ss]oy|[Ss]ono|[Ss]ou|[Ii]k ben|[Mm]eet) /g,
    isSure: false,
  },
  {
    words:
      /\b(?:Hi|Hello|Hey|Dear|Hallo|Liebe[rs]?|Guten (?:Tag|Morgen|Abend)|Moin|Servus|Sehr geehrte[rs]?|Bonjour|Bonsoir|Salut|Chère?|Hola|Estimad[oa]|Querid[oa]|Buenos días|Ciao|Car[oa]|Gentile|Buongiorno|Olá|Prezad[oa]|Beste|Geachte|Hoi|Hej|Kära|Kære|Cześć|Witaj|Good (?:morning|afternoon|evening)|Thanks|Thank you),? /g,
    isSure: false,
    follows: END,
  },
  {
    words:
      /\b(?:regards|wishes|sincerely(?: yours)?|yours (?:faithfully|truly)|best|cheers|thanks|thank you|love|grüßen|grüße|mfg|lg|gruß|cordialement|bien à vous|amicalement|saludos(?: cordiales)?|un saludo|atentamente|saluti|atenciosamente|abraços|groet(?:en|jes)?|hälsning(?:ar)?|mvh|hilsen|pozdrawiam|poważaniem)[,.!]?[ \t]{0,4}\n{1,3}[ \t>]{0,8}/gi,
    isSure: false,
    follows: LINE_END,
  },
  {
    words: /^[ \t#*>_-]{0,8}(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|BY)[ \u00a0]/gm,
    isSure: false,
    follows: LINE_END,
  },
]

const FULL_NAME = new RegExp(`(?:${TITLE}\\.?${SPACE}){0,2}(${NAME})`, 'uy')
const MAX_LOCAL = 64
const NAME_BEFORE = new RegExp(`(?<![\\p{L}])(${NAME})["']?[ \\t]{0,2}$`, 'u')

const ORGANIZATION =
  /(?<!\p{L})(?:inc|ltd|llc|gmbh|ag|kg|corp|company|co|plc|group|holding|foundation|university|institute|team|support|service|services|department|office|bank|university|sarl|s\.?a|srl|bv|nv|oy|ab|as|verein|stiftung|verlag|society|association|ministry|press|media|news|store|shop)(?!\p{L})/iu

export function* findCuedNames(text: string): Iterable<PiiSpan> {
  for (const { words, isSure, follows } of NAME_CUES) {
    for (const found of matchesOf(text, words)) {
      if (found.index > 0 && /\p{L}/u.test(text[found.index - 1]!)) continue
      FULL_NAME.lastIndex = found.index + found[0].length
      const name = FULL_NAME.exec(text)?.[1]
      if (!name) continue
      const end = FULL_NAME.lastIndex
      if (follows) follows.lastIndex = end
      if (!follows || follows.test(text)) yield* accept(name, end - name.length, isSure)
    }
  }
  yield* findAddressedNames(text)
}

/** Anna Schmidt <anna@example.org> */
function* findAddressedNames(text: string): Iterable<PiiSpan> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = text.slice(Math.max(0, at - MAX_LOCAL - 1), at)
    const opening = Math.max(local.lastIndexOf('<'), local.lastIndexOf('('))
    if (opening < 0 || /[\s@>]/u.test(local.slice(opening))) continue
    const end = at - local.length + opening
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, end - 93), end))
    if (before) yield* accept(before[1]!, end - before[0].length, false)
  }
}

function* accept(name: string, start: number, isSure: boolean): Iterable<PiiSpan> {
  if (ORGANIZATION.test(name)) return
  const kept = withoutCommonEnd(name, isSure)
  if (kept && (isSure || isLikelyName(kept)))
    yield { start, end: start + kept.length, entity: 'PERSON', kind: 'name' }
}

const lookUp = (word: string) => shippedLexicon()(word.toLowerCase())

/** Whether a word could be part of a name: a list of names knows it, or no list of words does. */
export function couldBeName(word: string): boolean {
  const known = lookUp(word)
  return (known & (GIVEN_NAME | SURNAME)) > 0 || (known & (COMMON | PLACE)) === 0
}

const ROLE =
  /^(?:president|minister|prime|chairman|chairwoman|speaker|secretary|ambassador|chancellor|mayor|judge|justice|officer|präsident\p{L}*|minister\p{L}*|bürgermeister\p{L}*|kanzler\p{L}*|professor\p{L}*|doktor\p{L}*|le|la|el|the|président\p{L}*|ministre|presidente|sindaco|direttore|and|und|or|in|of|not|very|so|a|an|my|your)$/iu

/** The name up to the first word that is a common one and no name: "Mr. Smith Our" ends after Smith. */
function withoutCommonEnd(name: string, isSure: boolean): string {
  let end = 0
  for (const word of name.matchAll(/[^\s\u{a0}]+/gu)) {
    const isInitial = /^\p{Lu}\.?(?:\p{Lu}\.)?$/u.test(word[0])
    const isLink = /^\p{Ll}/u.test(word[0])
    if (isSure && word.index === 0 && !ROLE.test(word[0])) {
      end = word[0].length
      continue
    }
    if (!isInitial && !isLink && !couldBeName(word[0]) && (lookUp(word[0]) & PLACE) === 0) break
    if (!isLink) end = word.index + word[0].length
  }
  return name.slice(0, end)
}

/** Two words that could be one with a known given name or surname, or one that is known to be a name. */
export function isLikelyName(name: string): boolean {
  const words = name.split(/[\s\u{a0}]+/u).filter((word) => /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(word))
  const knownNames = words.filter((word) => lookUp(word) & (GIVEN_NAME | SURNAME)).length
  const common = words.filter(
    (word) => lookUp(word) & COMMON && !(lookUp(word) & (GIVEN_NAME | SURNAME)),
  ).length
  if (common > 0) return false
  return words.length === 1 ? knownNames === 1 && !(lookUp(words[0]!) & COMMON) : knownNames > 0
}
