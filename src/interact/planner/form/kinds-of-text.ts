import type { ViewElement } from '../../../browser/browser.ts'
import type { Control } from './controls.ts'
import type { Fit } from './fit.ts'
import type { SaidValues } from './said-values.ts'
import type { Part } from './segments.ts'

const WHERE =
  /\b(where|city|town|location|place|destination|postcode|zip|area|ort|ville|stadt|wohnort|ciudad|città|plaats|cidade|country|land|pays|país|paese)\b/iu

/** `in Lyon`, `near Lyon`: where a form asks for a place. */
export function placeIn(part: Part, said: SaidValues, { element }: Control): Fit {
  if (!/^(in|at|near|to|à|en|a|nach|naar|em|para|bei)$/.test(part.lead)) return undefined
  if (Object.keys(said).length > 0 || !element.editable || !/^\p{Lu}/u.test(part.rest)) return undefined
  return WHERE.test(aboutOf(element)) ? { value: part.rest, score: 0.6 } : undefined
}

const NAME =
  /^\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:van|von|de|der|den|di|da|del|la|le|bin|al)\s+)*\p{Lu}[\p{L}'’.-]*){1,3}$/u
const STREET_FIRST = /^\p{L}[\p{L}'’.\s-]{2,}\s\d{1,4}\s?[a-z]?$/iu
const NUMBER_FIRST = /^\d{1,4}[a-z]?,?\s+\p{Lu}[\p{L}'’.\s-]{2,}$/u
const CODE_AND_TOWN = /^(\d{4,5}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})\s+(\p{Lu}[\p{L}\s'’.-]+)$/u

const OF_NAME = /\b(name|nom|nombre|nome|naam|empfänger|recipient|attendee|guest name|contact)\b/iu
const NOT_OF_PERSON =
  /\b(user|company|firm|event|project|file|product|list|card|campaign|firma|street|domain)/iu
const OF_TITLE =
  /\b(title|subject|titel|betreff|titre|objet|título|asunto|titolo|oggetto|onderwerp|assunto|name|headline|summary)\b/iu
const CREATES =
  /^(?:please\s+)?(?:create|make|new|start|schedule|plan|open|add a|erstelle|lege|neue[rsn]?|crée|créer|crea|maak|cria|crie)\s/iu
const OF_PEOPLE =
  /\b(people|attendees?|participants?|invite|guests?|members?|recipients?|assignees?|teilnehmer|gäste|empfänger|invités|participantes|invitados|partecipanti|deelnemers)\b/iu
const OF_STREET =
  /\b(street|address|straße|strasse|anschrift|adresse|rue|calle|dirección|via|indirizzo|straat|adres|rua|endereço|morada)/iu
const OF_CODE = /\b(plz|postleitzahl|zip|postcode|postal|code postal|código postal|cap|cep)\b/iu
const OF_TOWN = /\b(ort|city|town|stadt|wohnort|ville|ciudad|localidad|città|plaats|woonplaats|cidade)\b/iu

/** A text that by its form can only be for one kind of field: a name, a street, a postcode with its town. */
export function nameIn(part: Part, said: SaidValues, { element }: Control): Fit {
  if (!element.editable || element.options || /^(number|date|email|password)$/.test(element.type ?? ''))
    return undefined
  const about = aboutOf(element)
  const code = CODE_AND_TOWN.exec(part.rest)
  if (code && OF_CODE.test(about)) return { value: code[1]!, score: 0.58, used: code[1]! }
  if (/^\d{4,5}$/.test(part.rest) && OF_CODE.test(about)) return { value: part.rest, score: 0.5 }
  if (code && OF_TOWN.test(about)) return { value: code[2]!, score: 0.52, used: code[2]! }
  const isStreet = STREET_FIRST.test(part.rest) || NUMBER_FIRST.test(part.rest)
  if (isStreet && OF_STREET.test(about) && !/mail/i.test(about)) return { value: part.rest, score: 0.55 }
  if (said.quoted !== undefined)
    return CREATES.test(part.text) && OF_TITLE.test(about) ? { value: said.quoted, score: 0.45 } : undefined
  if (Object.keys(said).length > 0) return undefined
  if (/^\p{Lu}[\p{L}\s'’.-]+$/u.test(part.rest) && part.after === 'code' && OF_TOWN.test(about))
    return { value: part.rest, score: 0.5 }
  if (
    /^(?:call|name|title) it\s|^nenne? (?:es|ihn|sie)\s|^appelle-l[ae]\s|^ll[aá]mal[oa]\s|^chiamal[oa]\s|^noem het\s/iu.test(
      part.text,
    )
  )
    return OF_TITLE.test(about) ? { value: part.rest, score: 0.72 } : undefined
  if (/^(?:invite|lade|invite[rz]?|invita|nodig)\s/iu.test(part.text) && OF_PEOPLE.test(about))
    return { value: part.rest, score: 0.72 }
  const isPerson =
    NAME.test(part.rest) && /^(with|for|to|mit|für|an|avec|pour|con|para|met|voor|com)$/.test(part.lead)
  if (isPerson && OF_PEOPLE.test(about)) return { value: part.rest, score: 0.5 }
  const isName = NAME.test(part.rest) && OF_NAME.test(about) && !NOT_OF_PERSON.test(about)
  return isName ? { value: part.rest, score: 0.46 } : undefined
}

function aboutOf({ name, placeholder }: ViewElement): string {
  return `${name} ${placeholder ?? ''}`
}
