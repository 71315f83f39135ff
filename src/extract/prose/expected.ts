import { STOP_WORDS } from '../answers/stop-words.ts'
import { kindAsked, questionIn } from '../prompt/question.ts'
import type { Naming } from '../schema/naming.ts'
import type { ScalarWish } from '../schema/wish.ts'
import { sizeOf } from './durations.ts'
import { FieldWords, partsOf, wordsOf } from './mentions.ts'
import { isPerson } from './people.ts'
import type { ValueKind } from './piece.ts'
import { Topic } from './topic.ts'

/** What a value of a field looks like, and what a sentence that says it speaks of. */
export interface Expected {
  kind: ValueKind
  topic: Topic
  /** Words that tell which of several is meant, but need not be said. */
  hints: Topic
  /** Words of its name that tell it from its counterpart: the memory that is recommended from that which is required. */
  qualifiers: Topic
  /** In how many minutes a length of time is to be counted. */
  unit: number
  /** Words of its name, for units and nouns that stand beside a number. */
  words: ReadonlySet<string>
}

/** Words of names that only say of what kind the value is: nobody says `price` beside one. */
const IMPLIED: Partial<Record<ValueKind, ReadonlySet<string>>> = {
  phone: set(
    'phone telephone tel telefon telefono telefone telefoon fon mobile hotline number nummer numero line rufnummer telefonnummer contact',
  ),
  email: set('email mail e courriel correo address adresse contact elettronica electronico'),
  money: set(
    'price prices cost costs fee fees charge charges fare rate tariff amount money eur euro euros usd gbp preis preise kosten gebuhr gebuehr beitrag entgelt betrag prix cout tarif frais montant precio coste costo tarifa importe cuota prezzo tariffa prijs tarief bedrag per',
  ),
  percent: set(
    'discount percentage percent rate rabatt prozent pourcentage porcentaje percentuale remise descuento sconto korting',
  ),
  duration: set(
    'time duration period length dauer zeit frist duree delai temps duracion plazo tiempo durata tempo periodo termine duur termijn tijd minutes minute mins hours days day weeks months years minuten stunden tage wochen monate jahre heures jours mois horas dias meses minutos ore giorni mesi minuti uren dagen weken maanden jaren how long',
  ),
  hours: set(
    'office business hours times time zeiten zeit horaires horario horarios orari orario tijden opening offnungs sprech open',
  ),
  clock: set('time uhrzeit heure hora ora tijd'),
  person: set('name person full lead'),
  measure: set('size max maximum min minimum largest biggest limit grosse taille tamano dimensione'),
  postcode: set('postcode zip code postal plz postleitzahl cap codigo'),
  amount: set('number count total anzahl zahl nombre numero aantal quantity of'),
  code: set('number nummer no nr id code numero nummer'),
  yes: set(
    'is has are allowed available included possible permitted accepts offers can available erlaubt inbegriffen inklusive verfugbar permis inclus incluido permitido incluso permesso toegestaan inbegrepen',
  ),
}
/** Words that say what kind it is, and are said with it all the same. */
const SIGNALS: readonly (readonly [ValueKind, ReadonlySet<string>])[] = [
  ['percent', set('uptime availability verfugbarkeit disponibilite disponibilidad beschikbaarheid')],
  [
    'duration',
    set(
      'warranty guarantee notice lease let term refund return returns cancellation garantie garantia garanzia kundigungsfrist preavis preaviso preavviso retour opzegtermijn ruckgabe',
    ),
  ],
  [
    'money',
    set(
      'rent deposit salary wage budget prize admission shipping delivery subscription membership funding revenue miete kaution gehalt lohn loyer caution adhesion cotisation alquiler fianza entrada affitto spedizione versand huur contributie eintritt',
    ),
  ],
  ['clock', set('checkin checkout starts begins doors kickoff')],
]
const MEASURED = set(
  'size area surface flache superficie oppervlakte height hohe hauteur altura altezza hoogte length longueur distance entfernung distancia distanza afstand weight gewicht poids peso memory ram storage speed depth width elevation altitude volume speicher',
)
const CLOCKED = set('start begin end arrival departure check doors opening kick closing anfang beginn ende')
const CLOCK_WORDS = set('uhrzeit heure hora ora tijdstip aanvang anfangszeit beginn debut inicio inizio')
const CODED = set(
  'vat iva siret siren isbn issn iban ein tax register registration handelsregister vereinsregister steuernummer ust kvk btw nif cif tva licence-number',
)

/** Reads a field's name, what is said about it and what the request asks. */
export function expectedOf(
  name: string,
  wish: ScalarWish,
  { naming, hints }: { naming: Naming; hints: string },
): Expected {
  const asked = questionIn(wish.words) ?? (hints === '' ? undefined : questionIn(hints))
  const said = kindAsked(wish.words)
  const own = said?.words ?? name
  const words = wordsOf(own).flatMap((word) => {
    const parts = partsOf(word)
    return parts.length > 0 && isKindWord(parts[1]!) ? parts : [word]
  })
  const kind = said?.kind ?? kindOf(own, words, { wish, naming, asked: asked?.kind })
  const implied = IMPLIED[kind] ?? new Set()
  const topic = words.filter((word) => !implied.has(word) && isTelling(word))
  const more = [...words, ...wordsOf(`${said ? '' : wish.words} ${hints}`)].filter(
    (word) => word.length > 2 && !topic.includes(word) && !implied.has(word) && !isStop(word),
  )
  return {
    kind,
    topic: new Topic(topic),
    hints: new Topic([...new Set(more)].slice(0, MOST_HINTS)),
    qualifiers: new Topic(words.filter((word) => QUALIFIERS.has(word))),
    unit: unitIn([...words, ...wordsOf(wish.words), ...wordsOf(hints)]),
    words: new Set(words),
  }
}

const MOST_HINTS = 12
const QUALIFIERS = set(
  'recommended required minimum maximum min max latest newest current old new regular reduced standard express empfohlen mindestens maximal aktuell alt neu recommande requis recomendado requerido consigliato richiesto aanbevolen vereist',
)

function isTelling(word: string): boolean {
  return !STOP_WORDS.en.has(word) && new FieldWords(word).telling.length > 0
}

function isKindWord(word: string): boolean {
  return (
    isDated(word) ||
    Object.values(IMPLIED).some((words) => words.has(word)) ||
    /^(?:zeiten|schluss|miete|recht)$/.test(word)
  )
}

function isDated(word: string): boolean {
  return new FieldWords(word).isDated
}

function isStop(word: string): boolean {
  return (['en', 'de', 'fr', 'es', 'it', 'nl'] as const).some((language) => STOP_WORDS[language].has(word))
}

function kindOf(
  name: string,
  words: readonly string[],
  { wish, naming, asked }: { wish: ScalarWish; naming: Naming; asked: ValueKind | undefined },
): ValueKind {
  const isOne = (kind: ValueKind) => words.some((word) => IMPLIED[kind]!.has(word))
  const signalled = SIGNALS.find(([, some]) => words.some((word) => some.has(word)))?.[0]
  const isNumber = wish.type === 'number' || wish.type === 'integer'
  if (wish.type === 'boolean') return 'yes'
  if (naming.means('phone', 'fax')) return 'phone'
  if (naming.means('postcode') && wish.type === 'string') return 'postcode'
  if (naming.means('email') || wish.format === 'email') return 'email'
  if (wish.format === 'date' || wish.format === 'date-time') return 'date'
  if (wish.format === 'duration') return 'duration'
  if (wish.format === 'time') return 'clock'
  const isDatedName = new FieldWords(name).isDated
  if (isNumber) {
    if (isDatedName || naming.means('founded', 'built', 'year')) return 'year'
    if (words.some((word) => TIME_UNITS.has(word))) return 'duration'
    if (isOne('money')) return 'money'
    if (signalled !== undefined) return signalled
    if (isOne('percent')) return 'percent'
    return isOne('duration') && !words.includes('length')
      ? 'duration'
      : asked === 'duration' || asked === 'money'
        ? asked
        : 'amount'
  }
  if (wish.format !== undefined || wish.enum !== undefined) return 'text'
  if (isPerson(new FieldWords(name))) return 'person'
  if (words.some((word) => CODED.has(word))) return 'code'
  if (
    isOne('hours') &&
    !words.some((word) => CLOCKED.has(word) && word !== 'opening') &&
    (words.includes('hours') || /zeiten|horair|horari|orari|tijden/.test(words.join(' ')))
  )
    return 'hours'
  if (naming.means('time') && words.some((word) => CLOCK_WORDS.has(word))) return 'clock'
  if (isDatedName)
    return words.includes('year') || /jahr|annee|anio|ano|anno|jaar/.test(words.join(' ')) ? 'year' : 'date'
  if (isOne('money')) return 'money'
  if (isOne('percent')) return 'percent'
  if (
    isOne('duration') &&
    !words.some((word) => word === 'length') &&
    !words.every((word) => TIME_UNITS.has(word))
  )
    return words.some((word) => CLOCKED.has(word)) ? 'clock' : 'duration'
  if (signalled !== undefined) return signalled
  if (words.at(-1) === 'in' && words.includes('check')) return 'clock'
  if (words.some((word) => MEASURED.has(word))) return 'measure'
  if (asked !== undefined) return asked
  if (naming.means('deadline')) return 'date'
  return isOne('code') && words.length > 1 ? 'code' : 'text'
}

const TIME_UNITS = set(
  'minutes mins hours days weeks months years minuten stunden tage wochen monate minutos horas dias minuti giorni heures jours minuts',
)

function unitIn(words: readonly string[]): number {
  const unit = words.find((word) => TIME_UNITS.has(word))
  return unit === undefined ? 0 : sizeOf(unit)
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
