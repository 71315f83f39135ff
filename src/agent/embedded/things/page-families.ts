import { fold } from '../../../extract/extract.ts'
import type { Naming } from '../../../extract/extract.ts'
import { singular, wordsOf } from '../words.ts'

/** Pages that most sites have, which of what is wanted they have, and what they are called. */
export interface PageFamily {
  /** The meanings and words of fields that such a page has. */
  readonly meanings: readonly string[]
  /** Parts of the names of such fields, in any language. */
  readonly asked: readonly string[]
  /** Words that such a page is called by. */
  readonly called: ReadonlySet<string>
  /** Parts of longer words that it is called by, as in `Mitgliedsbeiträge`. */
  readonly parts: readonly string[]
  readonly worth: number
  /** Whether such a page is about whom the site belongs to, and about none of its things. */
  readonly isOwners: boolean
}

const LIKELY = 0.7
const POSSIBLE = 0.5

function family(
  worth: number,
  said: { means?: string; asked?: string; called: string; parts?: string },
  isOwners = false,
): PageFamily {
  const listed = (list = '') => list.split(/\s+/).filter((word) => word !== '')
  return {
    worth,
    meanings: listed(said.means),
    asked: listed(said.asked),
    called: new Set(listed(said.called).map((word) => singular(fold(word)))),
    parts: listed(said.parts),
    isOwners,
  }
}

/** What is said of whom a site belongs to; it may have whatever else is to be known of them. */
export const ABOUT = family(
  LIKELY,
  {
    means: 'founder founded employees headquarters mission history owner established joined capacity number',
    asked: 'found grund fonda fund cread creat story histo geschicht oprich gegr employee mitarbeiter member',
    called: `about story history company profile mission who organisation organization association club society institution
    uber ueber uns unternehmen firma verein wir geschichte historie chronik profil leitbild portrait
    propos sommes apropos histoire entreprise societe presentation nous maison
    nosotros quienes somos historia empresa sociedad asociacion conocenos acerca museo
    chi siamo azienda storia societa associazione noi
    over ons bedrijf geschiedenis vereniging organisatie
    sobre quem om oss virksomhed foretag`,
    parts: 'vereinsgesch unternehmensprofil',
  },
  true,
)

const CONTACT = family(
  LIKELY,
  {
    means: 'phone fax email address street city postcode country region location hours contact',
    asked: 'phone telefon tel mail address adress hour hotline reservation booking appointment',
    called: `contact contacts contactus kontakt kontakte contacto contactar contactenos contatto contatti contattaci
    contactez coordonnees reach imprint impressum locations standort standorte anfahrt directions findus visit visita
    visite visitors besuch acces adresse ubicacion llegar dove trouver bereikbaarheid contactgegevens kontakta
    oeffnungszeiten offnungszeiten openingstijden horarios horaires orari hours sprechzeiten`,
    parts: 'kontakt contact oeffnungszeit offnungszeit',
  },
  true,
)

const LEGAL = family(
  LIKELY,
  {
    means: 'vat register tax',
    asked:
      'vat ust umsatzsteuer steuernummer handelsregister register registr siret siren rcs iva cif nif btw kvk company charity hrb vereinsregister',
    called: `imprint impressum legal mentions legales aviso note legali colofon colophon disclosure disclaimer about contact
    kontakt contacto contatti contatto anbieterkennzeichnung bedrijfsgegevens registration charity`,
  },
  true,
)

const LEADERSHIP = family(LIKELY, {
  means:
    'ceo director chairman president head manager owner position role jobtitle department staff member team',
  asked:
    'chief executive director direct chair presid vorsitz vorstand geschaft geschaeft leiter leitung treasurer kassenwart secretary editor manager geran dirig respons rettore rector dean principal chef curator owner head',
  called: `board leadership management executive executives team people staff governance trustees directors committee council
    faculty directory members vorstand leitung geschaftsfuhrung geschaftsleitung direktion mitarbeiter ansprechpartner praesidium
    conseil bureau direction gouvernance equipe equipes organigramme
    equipo junta directiva consejo direccion personal organigrama
    consiglio direttivo direzione squadra staff organigramma
    bestuur directie medewerkers redaktion redaction masthead`,
  parts: 'vorstand leitung mitarbeiter geschaftsf',
})

/** Where people are told of when there is no page for them. */
const PEOPLE: PageFamily = { ...LEADERSHIP, called: ABOUT.called, parts: [], worth: 0.6 }

const PRICES = family(LIKELY, {
  means: 'price currency plan fee cost subscription discount rent tuition',
  asked:
    'price fee cost preis kosten gebuhr gebuehr tarif prix precio prezzo tariff discount rabatt remise plan fare',
  called: `pricing prices price plans rates fees fee costs cost fares fare tickets admission charges subscribe subscription
    preise preis preisliste tarife tarif gebuhren gebuehren kosten eintritt eintrittspreise
    tarifs prix precios precio tarifas tarifa cuotas entradas prezzi prezzo listino tariffe costi biglietti billetterie
    prijzen tarieven kosten priser`,
  parts: 'preis gebuhr gebuehr',
})

const MEMBERSHIP = family(LIKELY, {
  means: 'membership',
  asked:
    'member mitglied beitrag aufnahme adhesion adherer adherent cotisation inscription socio cuota inscripcion quota iscrizione tesser lidmaat contribut subscription donat spend',
  called: `membership member members join joining fees dues mitglied mitglieder mitgliedschaft beitrag beitrage beitraege
    beitragsordnung aufnahme adhesion adherer adherent cotisation cotisations inscription inscriptions soutenir don
    hazte socio socios cuotas cuota afiliacion inscripcion diventa quota quote iscrizione iscrizioni tesseramento
    lid worden lidmaatschap contributie support donate spenden`,
  parts: 'mitglied beitrag',
})

const ORDERING = family(LIKELY, {
  means: 'shipping delivery return returns refund warranty payment',
  asked:
    'shipp deliver return refund warrant versand liefer ruckgabe widerruf garantie livraison retour rembours envio devolu garantia spedizion reso consegna garanzia verzend bezorg money cancel',
  called: `shipping delivery returns return refund refunds warranty guarantee payment payments
    versand versandkosten lieferung zahlung ruckgabe rucksendung widerruf garantie gewahrleistung
    livraison retours remboursement expedition envio envios devoluciones garantia pago
    spedizione spedizioni resi reso consegna garanzia pagamento pagamenti verzending bezorging retourneren`,
  parts: 'versand liefer garantie',
})

/** Where questions are answered that have no page of their own. */
const QUESTIONS = family(POSSIBLE, {
  means: 'shipping delivery return returns refund warranty payment discount',
  asked:
    'refund cancel discount policy allow money back deposit notice minimum maximum parking pet dog child kundig rabatt hund kinder chien animal annul mascota cancelac cani animali',
  called: `faq faqs help questions question support info information infos informations practical hilfe fragen
    kundenservice aide pratique praktisch praktische ayuda preguntas frecuentes aiuto domande frequenti hulp vragen
    veelgestelde`,
})

const TERMS = family(POSSIBLE, {
  means: 'refund returns payment deadline',
  asked: 'refund cancel notice liab money withdraw kundig widerruf resili annul rescis recess opzeg termin',
  called: `terms conditions agb cgv cgu condiciones condizioni voorwaarden geschaftsbedingungen stornierung cancellation policy
    policies`,
})

/** Where each of the people of a site is listed. */
const DIRECTORY = family(0.55, {
  means: 'phone email room office',
  called: `team people staff mitarbeiter ansprechpartner equipe equipo personal directory faculty person members profiles
    annuaire directorio rubrica medewerkers`,
})

const VACANCIES = family(LIKELY, {
  means: 'salary employment hiring vacancy job career internship apply recruiter',
  asked: 'salary vacanc job career stelle gehalt emploi poste empleo puesto lavoro stipendio vacature',
  called: `career careers job jobs vacancy vacancies hiring position positions opening openings stellen stellenangebote karriere
    emploi emplois recrutement carriere carrieres empleo empleos trabajo lavoro carriere vacatures work join`,
})

const VISITING = family(0.6, {
  means: 'admission ticket entry fee hours opening price',
  asked: 'visit open entr admission ticket eintritt ingress orari horari besuch',
  called: `visit visiting visita visite besuch besucher ticket tickets admission entrada entradas horario horarios tarifas
    billetterie eintritt oeffnungszeiten offnungszeiten hours opening infos practical pratique praktisch orari ingresso
    bezoek openingstijden wards`,
})

const SOFTWARE = family(LIKELY, {
  means: 'version license download requirements',
  asked: 'version licen requirement memory release maintain install',
  called: `download downloads release releases changelog install installation docs documentation doc reference license licence
    requirements about project contributing`,
})

const SETTINGS = family(0.6, {
  asked:
    'default maximum minimum max min limit setting option port timeout variable env flag parameter vorgabe standard defaut',
  called: `config configuration settings setting options option reference environment parameters variables limits konfiguration
    einstellungen referenz parametres reglages configuracion ajustes configurazione impostazioni instellingen`,
})

const RELIABILITY = family(LIKELY, {
  means: 'uptime',
  asked: 'uptime availab sla certif complian encrypt security verfugbark disponib',
  called: `security trust status sla reliability compliance sicherheit securite seguridad sicurezza veiligheid`,
})

const PRESS = family(LIKELY, {
  means: 'press',
  asked: 'press media presse prensa stampa pers funding invest',
  called: `press media newsroom presse medien prensa stampa pers investors investor investoren relations`,
})

const FAMILIES: readonly PageFamily[] = [
  CONTACT,
  ABOUT,
  LEGAL,
  LEADERSHIP,
  PEOPLE,
  PRICES,
  MEMBERSHIP,
  ORDERING,
  QUESTIONS,
  TERMS,
  DIRECTORY,
  VACANCIES,
  VISITING,
  SOFTWARE,
  SETTINGS,
  RELIABILITY,
  PRESS,
]

/** What belongs to whom a site is about, and whatever is asked of them may stand there. */
export const OF_OWNER: readonly { family: PageFamily; worth: number }[] = [
  { family: ABOUT, worth: 0.5 },
  { family: LEADERSHIP, worth: 0.3 },
  { family: QUESTIONS, worth: 0.3 },
  { family: CONTACT, worth: 0.25 },
]

export function isCalled({ called, parts }: PageFamily, word: string): boolean {
  return called.has(word) || (word.length > 6 && parts.some((part) => word.includes(part)))
}

/** What is looked for, as far as that says on which pages. */
export interface Sought {
  naming: Naming
  path: readonly string[]
  /** The part of the request that asks for it. */
  asked?: string
}

const known = new WeakMap<Naming, Map<string, readonly PageFamily[]>>()

/** The families of pages that mostly have a field. */
export function familiesFor({ naming, path, asked: clause = '' }: Sought): readonly PageFamily[] {
  const byClause = known.get(naming) ?? new Map<string, readonly PageFamily[]>()
  known.set(naming, byClause)
  let families = byClause.get(clause)
  if (!families) {
    const words = [...path, clause].flatMap((name) => wordsOf(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
    families = FAMILIES.filter(
      ({ meanings, asked }) =>
        naming.means(...meanings) ||
        naming.names(...meanings) ||
        words.some((word) => asked.some((part) => isPart(part, word))),
    )
    byClause.set(clause, families)
  }
  return families
}

/** Short parts say something only as whole words, and long ones inside of compounds too. */
function isPart(part: string, word: string): boolean {
  if (part.length <= 3) return word === part
  return part.length >= 6 ? word.includes(part) : word.startsWith(part)
}
