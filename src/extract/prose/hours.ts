import type { Piece } from './piece.ts'

const TIME = /^\(?(?:[01]?\d|2[0-4])(?:[:.h][0-5]?\d?)?(?:[ap]\.?m\.?)?\)?$/iu
const RANGE = /^\(?\d{1,2}(?:[:.h]\d{0,2})?(?:[ap]\.?m\.?)?[-–]\d{1,2}(?:[:.h]\d{0,2})?(?:[ap]\.?m\.?)?\)?$/iu
const HALF = /^(?:[ap]\.?m\.?|uhr|h|hrs|uur|o['’]clock|noon|midnight|midday|mittags)$/iu
const DAY =
  /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|daily|days?|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|täglich|werktags|lun|mar|mer|jeu|ven|sam|dim|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|jours?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|d[ií]as?|diario|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica|giorn[io]|feriali|festivi|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|dagelijks|week)$/iu
const JOINT =
  /^(?:from|to|through|thru|until|till|and|on|at|between|every|each|all|except|excluding|von|bis|und|am|jeden|außer|zwischen|de|du|à|a|au|et|le|les|la|tous|toutes|sauf|chaque|y|el|los|las|al|todos|excepto|dal|dalle|alla|alle|ai|il|e|tutti|i|gli|ogni|tranne|van|tot|en|elke|behalve|–|-|—|&|\/)$/iu
const JOINS_TIMES = /^(?:to|until|till|and|bis|und|à|a|alle|tot|en|–|-|—|y|e|et)$/iu
const TRIMMED = /^(?:from|on|at|and|until|till|to|am|und|et|y|e|en|le|la|el|il|the|is|are|–|-|—)$/iu

interface Token {
  kind: 'time' | 'range' | 'half' | 'day' | 'joint' | 'other'
  text: string
  at: number
  end: number
  /** Whether a comma or the like stands behind it. */
  isEnd: boolean
}

/** When something is open or takes place: `Monday to Friday, 9 to 5`, `tous les jours de 10 h à 18 h`. */
export function hoursIn(text: string): Piece[] {
  const runs: Token[][] = [[]]
  for (const token of tokensOf(text)) {
    if (token.kind === 'other') runs.push([])
    else runs.at(-1)!.push(token)
    if (token.isEnd) runs.push([])
  }
  return runs.flatMap((run) => {
    const kept = trimmed(run)
    if (!isSpan(kept)) return []
    const [at, end] = [kept[0]!.at, kept.at(-1)!.end]
    return [{ text: text.slice(at, end), at, end }]
  })
}

function tokensOf(text: string): Token[] {
  return [...text.slice(0, 2000).matchAll(/\S+/gu)].map(({ 0: written, index }) => {
    const bare = written
      .replace(/^["“(]/u, '')
      .replace(/(?<![ap]\.m)[.,;:)"”]+$/u, '')
      .replace(/[,;]$/u, '')
    const start = index + written.indexOf(bare)
    const kind = TIME.test(bare)
      ? 'time'
      : RANGE.test(bare)
        ? 'range'
        : HALF.test(bare)
          ? 'half'
          : DAY.test(bare)
            ? 'day'
            : JOINT.test(bare)
              ? 'joint'
              : 'other'
    return {
      kind,
      text: bare,
      at: start,
      end: start + bare.length,
      isEnd: /[.;:)]$/u.test(written) && !/m\.$/iu.test(written),
    }
  })
}

function trimmed(run: readonly Token[]): Token[] {
  const start = run.findIndex(({ kind, text }) => kind !== 'joint' || !TRIMMED.test(text))
  const end = run.findLastIndex(({ kind }) => kind !== 'joint')
  return start < 0 ? [] : run.slice(start, end + 1)
}

/** Two times with a word between them, or a span written as one. */
function isSpan(run: readonly Token[]): boolean {
  if (run.some(({ kind }) => kind === 'range')) return true
  const isHinted = run.some(({ kind, text }) => kind === 'half' || kind === 'day' || /[:h]|m$/iu.test(text))
  return run.some(({ kind }, at) => {
    if (kind !== 'time' || !isHinted) return false
    const next = run.slice(at + 1).filter((token) => token.kind !== 'half')
    return next[0]?.kind === 'joint' && JOINS_TIMES.test(next[0].text) && next[1]?.kind === 'time'
  })
}
