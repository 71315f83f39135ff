import type { Assignment } from './assign.ts'
import { readValues } from './said-values.ts'
import type { Part } from './segments.ts'

const LONG =
  /note|comment|message|remark|descri|subject|title|reason|feedback|text|hinweis|bemerk|nachricht|betreff|grund|titel|zweck|commentaire|objet|mensaje|asunto|motivo|messaggio|oggetto|bericht|mensagem|assunto|review|bio|about/i
const WHERE =
  /address|adresse|anschrift|from|\bto\b|where|location|place|city|town|street|ort|dirección|indirizzo|adres|endereço/i

/**
 * A value goes on where what follows is about nothing else: `note: lunch with Ana`, `12 Mill Lane, Leeds`. What is read
 * so is no part of its own any more.
 */
export function carryOn(
  parts: readonly Part[],
  { plan, left }: { plan: Assignment[]; left: Part[] },
): { plan: Assignment[]; left: Part[] } {
  const open = new Set(left)
  const longer = plan.flatMap((found) => {
    const at = parts.indexOf(found.part)
    if (at === -1 || typeof found.value !== 'string') return [found]
    if (takesSeveral(found)) return oneByOne(found, parts.slice(at + 1), open)
    return isFree(found) ? [asLong(found, parts.slice(at + 1), open)] : [found]
  })
  return { plan: longer, left: left.filter((part) => open.has(part)) }
}

function asLong(found: Assignment, behind: readonly Part[], open: Set<Part>): Assignment {
  let value = String(found.value)
  let last = found.part
  for (const next of behind) {
    if (!open.has(next) || !follows(found, last, next)) break
    value += between(last, next) + next.text
    open.delete(next)
    last = next
  }
  return { ...found, value: value.replace(/[.!?,\s]+$/, '') }
}

const SEVERAL =
  /\b(people|attendees|participants|guests|members|recipients|tags?|keywords?|labels|skills?|topics|interests|invite|schlagw\p{L}+|stichw\p{L}+|teilnehmer|mots-clés|etiquetas?|participantes|invitados|parole chiave|trefwoorden)\b/iu

function takesSeveral({ control: { element, kind } }: Assignment): boolean {
  const about = `${element.name} ${element.placeholder ?? ''} ${element.hints}`
  return kind === 'field' && element.editable && element.tag === 'input' && SEVERAL.test(about)
}

/** `carpenter and joiner`, `Nadia Roy, Piet Mol`: each of several values of a field. */
function oneByOne(found: Assignment, behind: readonly Part[], open: Set<Part>): Assignment[] {
  const values = [found]
  for (const next of behind) {
    const said = readValues(next.rest)
    const isValue = next.lead === '' && (said.quoted !== undefined || said.text === undefined)
    if (
      !open.has(next) ||
      !isValue ||
      next.source !== found.part.source ||
      next.words.openers.test(next.text)
    )
      break
    open.delete(next)
    values.push({ ...found, part: next, value: said.quoted ?? next.rest })
  }
  return values.map((value) => ({ ...value, several: true }))
}

/** Whether a value is a text that could be longer. */
function isFree({ control, value, free }: Assignment): boolean {
  const { element, kind } = control
  return (
    kind === 'field' &&
    typeof value === 'string' &&
    free === true &&
    element.editable &&
    !element.options &&
    !/^(number|email|tel|date|password)$/.test(element.type ?? '')
  )
}

function follows({ control, value }: Assignment, last: Part, next: Part): boolean {
  if (last.source === undefined || last.source !== next.source) return false
  const { name, placeholder, tag } = control.element
  const about = `${name} ${placeholder ?? ''}`
  const mark = between(last, next)
  const isOpened = next.words.openers.test(next.text)
  if (isOpened || /[.!?]/.test(mark)) return false
  if (/^\s*[,;]/.test(mark))
    return WHERE.test(about) && /^\p{Lu}/u.test(next.text) && readValues(next.rest).text === undefined
  const isLong = LONG.test(about) || tag === 'textarea'
  const isLed =
    next.lead !== '' && !/^\p{Lu}\p{L}*$/u.test(String(value)) && readValues(next.rest).text === undefined
  return isLong || isLed
}

/** What stands between two parts. */
function between(last: Part, next: Part): string {
  const from = last.end ?? 0
  const to = (next.end ?? 0) - next.text.length
  const gap = next.source?.slice(from, Math.max(from, to)) ?? ' '
  return gap === '' ? ' ' : gap
}
