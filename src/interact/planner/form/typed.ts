import type { ViewElement } from '../../../browser/browser.ts'
import { readTime } from '../widgets/date/read-date.ts'
import { isDateLike } from './controls.ts'
import type { Control } from './controls.ts'
import type { SaidValues } from './said-values.ts'

const PHONE = /phone|\btel\b|telef|téléphone|mobile|móvil|handy|portable|cell|rufnummer|\bfax\b/i
const MONEY =
  /amount|betrag|montant|importe|importo|bedrag|valor|\bsum|summe|price|preis|prix|precio|prezzo|prijs|preço|budget|cost|kosten|donat|spende|salary|gehalt|income|€|\$|£|\b(eur|usd|gbp|chf)\b/i
const EXPIRES = /exp|\bmm\s*\/\s*yy|valid|gültig/i
const CODES = /exp|cvc|cvv|code|name|holder|owner|inhaber/i

/** A value that only a field of its type takes; null where such a field does not take this one, undefined where it may take anything. */
export function typedIn(said: SaidValues, control: Control): string | null | undefined {
  const { element } = control
  const about = `${element.type ?? ''} ${element.name} ${element.hints} ${element.placeholder ?? ''}`
  const text = element.editable && /^(text|search|tel|number|email|password|)$/.test(element.type ?? '')
  const open = text && !/^(email|password)$/.test(element.type ?? '')
  if (said.mail) return /mail|courriel|correo/i.test(about) ? said.mail : open ? undefined : null
  if (said.iban) return /iban|account|konto/i.test(about) ? said.iban : open ? undefined : null
  if (said.card) return /card|karte|carte|tarjeta|\bcc/i.test(about) && !CODES.test(about) ? said.card : null
  if (said.expiry && EXPIRES.test(about)) return said.expiry
  if (said.expiry && !said.date) return text ? undefined : null
  if (said.date) return takesDate(control) ? said.date : text ? undefined : null
  if (isDateLike(element) && element.type === 'date') return null
  if (said.phone) return element.type === 'tel' || PHONE.test(about) ? said.phone : open ? undefined : null
  if (said.money && element.editable && !element.options)
    return MONEY.test(about) ? said.money : open ? undefined : null
  return timeIn(said, element, text, about)
}

function timeIn(
  said: SaidValues,
  element: ViewElement,
  text: boolean,
  about: string,
): string | null | undefined {
  const time = said.time && readTime(said.time)
  if (!time) return element.type === 'time' ? null : undefined
  if (element.type === 'time' || (text && /time|hour|zeit|heure|hora|ora\b|tijd/i.test(about)))
    return said.time
  return (
    element.options?.find((option) => readTime(option.label) === time)?.label ?? (text ? undefined : null)
  )
}

function takesDate({ element, kind, labels }: Control): boolean {
  if (isDateLike(element) || labels.names.some((name) => /^dat(e|um)?$/.test(name.join(' ')))) return true
  return (
    (kind === 'opener' || (!element.editable && !element.options)) &&
    /date|day|check|calendar|when|datum|tag\b|fecha|jour|giorno|dag\b/i.test(
      `${element.name} ${element.text} ${element.hints}`.slice(0, 200),
    )
  )
}

const FROM =
  /\bfrom\b|check-? ?in|start|begin|depart|outbound|pick-? ?up|arriv|\bvon\b|anreise|hinfahrt|\bdu\b|desde|\bdal\b|\bvan\b|início/i
const TO =
  /\bto\b|check-? ?out|\bend|return|until|drop-? ?off|leav|\bbis\b|abreise|rück|\bau\b|retour|hasta|vuelta|\bal\b|ritorno|\btot\b|terug|até|volta/i

/** Of two dates the first begins and the second ends. */
export function leaning(lead: string, { name, hints }: ViewElement): number {
  const about = `${name} ${hints}`
  if (/^(from|starting|departing|arriving|von|vom|ab|du|desde|dal|van|vanaf)$/.test(lead))
    return FROM.test(about) ? 0.08 : TO.test(about) ? -0.1 : 0
  if (/^(to|until|returning|bis|au|hasta|al|tot|até)$/.test(lead))
    return TO.test(about) ? 0.08 : FROM.test(about) ? -0.1 : 0
  return 0
}
