import { similarity } from '../match/words.ts'
import { readTime } from '../widgets/date/read-date.ts'
import type { Control } from './controls.ts'
import type { Fit } from './fit.ts'
import { labelIn, runIn, stemsOf } from './labels.ts'
import { placesOf } from './rest-of.ts'
import type { SaidValues } from './said-values.ts'
import type { Part } from './segments.ts'

const EMPTY =
  /^(the|a|an|with|for|in|of|my|please|option|plan|and|only|that|are|is|delivery|shipping|slot|tick|check|do|size|me|without|no|not|don't|want)$/
const YES = /^(yes|ja|oui|sí|si|sì|sim|true|on)$/i
const NO = /^(no|nein|non|nee|não|nao|false|off)$/i

/** Whether a part means a choice, and whether it is to be on. */
export function choiceIn(part: Part, said: SaidValues, control: Control): Fit {
  const { element, labels, group } = control
  const time = said.time && readTime(said.time)
  if (time)
    return readTime(element.name || element.text) === time
      ? { value: true, score: 0.9, used: said.text! }
      : undefined
  if (said.mail || said.card || said.iban || said.phone) return undefined
  const value = !part.words.not.test(part.text)
  const consent = consentIn(part, control)
  if (consent) return { value, score: consent }
  const stems = stemsOf(part.rest)
  const telling = stemsOf(asTold(part))
  const inGroup = labelIn(stems, group)
  const answer = inGroup && yesOrNo(element.name || element.text, value, part)
  if (answer) return { value: true, score: 0.62 + 0.2 * inGroup.worth }
  for (const name of [...labels.names, ...labels.others]) {
    const at = runIn(stems, name)
    if (at === -1) continue
    const isShort = name.join('').length < 3 && !inGroup && stems.length > 1
    if (isShort && !isSaidSo(said, element.name || element.text)) continue
    const besides = inGroup ? 0.2 * inGroup.worth : 0
    const used = new Set(name.map((_, index) => at + index))
    for (let index = 0; index < (inGroup?.length ?? 0); index++) used.add(inGroup!.at + index)
    return {
      value,
      score: Math.min(0.99, 0.6 + 0.3 * Math.min(1, name.length / Math.max(1, telling.length)) + besides),
      used: [...used],
    }
  }
  const likeness = Math.max(
    similarity(part.rest, element.name),
    similarity(asTold(part), element.name),
    isOfSameRoots(telling, stemsOf(element.name)) ? 0.7 : 0,
  )
  return likeness >= 0.68 ? { value, score: likeness } : undefined
}

const ROOT = 6

/** `téléchargement automatique` and `Télécharger automatiquement`: every word begins like one of the other. */
function isOfSameRoots(said: readonly string[], name: readonly string[]): boolean {
  const long = said.filter((stem) => stem.length >= ROOT)
  return (
    long.length > 0 &&
    long.length === said.length &&
    long.every((stem) => name.some((other) => other.slice(0, ROOT) === stem.slice(0, ROOT)))
  )
}

/** A part without small words and without those that say no. */
function asTold({ rest, words }: Part): string {
  return placesOf(rest)
    .map(({ text }) => text.toLowerCase())
    .filter((word) => !EMPTY.test(word) && !words.empty.has(word) && !words.not.test(word))
    .join(' ')
}

/** `25 €` means the choice `€25`. */
function isSaidSo(said: SaidValues, name: string): boolean {
  const number = /\d[\d.,]*/.exec(name)?.[0]
  return said.money !== undefined && number !== undefined && number === said.money
}

/** `I would not come back` answers `Would you come back?` with no. */
function yesOrNo(name: string, value: boolean, part: Part): boolean {
  const [isYes, isNo] = [YES.test(name.trim()), NO.test(name.trim())]
  if (!isYes && !isNo) return false
  if (/\p{L}/u.test(part.rest) && part.rest.split(/\s+/).some((word) => YES.test(word) && word !== 'on'))
    return isYes
  return value ? isYes && !/\?/.test(part.text) : isNo
}

const AGREES =
  /\b(agree|accept|consent|confirm|acknowledge|approve|akzeptier|zustimm|stimme|einverstanden|bestätig|accepte|approuve|acepto|acepta|aceptar|confirmo|accetto|accetta|akkoord|accepteer|aceito|aceita|concordo)/iu
const ASKED =
  /\b(agree|accept|terms|consent|privacy|conditions|confirm|policy|true|correct|acknowledge|agb|datenschutz|akzeptier|einwillig|zustimm|stimme|bedingungen|conditions|accepte|confidentialité|términos|acepto|condiciones|privacidad|termini|accetto|condizioni|voorwaarden|akkoord|termos|aceito)/iu

/** `I agree to the terms`: the box that asks for it. */
function consentIn(part: Part, { element }: Control): number | undefined {
  if (element.role !== 'checkbox' && element.role !== 'switch') return undefined
  const name = element.name || element.text
  if (!AGREES.test(part.text) || !ASKED.test(name)) return undefined
  const said = stemsOf(part.text).filter((stem) => stem.length > 3)
  const shared = said.filter((stem) =>
    stemsOf(name).some((other) => other.startsWith(stem.slice(0, 6))),
  ).length
  return 0.6 + Math.min(0.25, 0.08 * shared)
}
