import { plain } from '../match/words.ts'

/** What a button of a consent banner is for. */
export type ConsentButton = 'accept' | 'reject' | 'settings' | 'save'

const words = (...lines: string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${lines.join('|')})`, 'u')

/** What banners speak of, for certain. */
export const CONSENT = words(
  'cookie|consent|gdpr|rgpd|dsgvo|avg|traceur|rastrea|onetrust|didomi|usercentrics|cookiebot|iubenda|truste|borlabs|sp message|cmp(?!\\p{L})',
)

/** What banners speak of, and other parts of pages too. */
export const PRIVACY = words(
  'privacy|privat|vie privee|datenschutz|privacidad|donnees|datos|dati|gegevens|dados|personal data|tracking|tracker|partner|personali[sz]ed (?:ads|content)|store information',
)

const REJECT = words(
  "reject|declin|refuse|deny|disagree|do not|don't|opt out|without|only|necessary|essential|no[, ]thanks|none",
  'ablehn|verweiger|nur|notwendig|erforderlich|essenziell|ohne',
  'refus|rejet|sans|necessaire|indispensable|essentiel|aucun',
  'rechaz|deneg|sin(?!\\p{L})|solo|necesari|esencial|ningun',
  'rifiut|nega|senza|necessari|essenzial',
  'weiger|afwijz|noodzakelijk|zonder|alleen',
  'recus|rejeit|sem(?!\\p{L})|apenas|somente',
)

/** A no that may lead in something else: `No, adjust`. */
const NO = words('(?:no|nein|non|nee|nao)(?!\\p{L})')

const SETTINGS = words(
  'manage|setting|preference|option|customi[sz]|choices|choose|configure|more information|show (?:purposes|details)|details',
  'einstellung|anpassen|verwalten|optionen|mehr erfahren|konfigurier',
  'parametr|personnalis|gerer|preferences|choisir|configur|en savoir plus',
  'prefer|gestion|personaliz|opciones|ajustes',
  'impostazion|gestisci|opzion|scegli',
  'instelling|beheer|voorkeur|aanpassen|opties',
  'defini|gerir|gerenciar|opcoes',
)

const SAVE = words(
  'save|confirm|(?:my|this|current) (?:selection|choices)|allow selection|accept selected|speicher|auswahl|enregistr|valid|confirm|selection|guardar|seleccion|salva|conferma|selezion|opslaan|bevestig|selectie|selec',
)

const ACCEPT = words(
  'accept|allow|agree|got it|understood|understand|ok(?:ay)?(?!\\p{L})|yes|continue|consent|that.s fine|fine',
  'akzeptier|zustimm|einverstanden|annehm|erlaub|zulass|zugelassen|verstanden|alles klar|ja(?!\\p{L})',
  "j'accepte|autoris|d'accord|compris|oui(?!\\p{L})",
  'acept|permit|de acuerdo|entend|si(?!\\p{L})',
  'accett|consent|acconsent|va bene|ho capito',
  'accept|toestaan|akkoord|begrepen',
  'aceit|concord|entendi|sim(?!\\p{L})',
)

const ALL = words('all(?!\\p{L})|alle|tout|todo|toda|tutt|tudo|everything|×')

/** What a name on a button says, and how plainly; undefined where it says nothing of the sort. */
export function readConsentButton(name: string): { button: ConsentButton; all: boolean } | undefined {
  const said = plain(name)
  if (said === '' || said.length > 60) return undefined
  const isAll = ALL.test(said)
  if (REJECT.test(said)) return { button: 'reject', all: isAll }
  if (ACCEPT.test(said) && isAll) return { button: 'accept', all: true }
  if (SAVE.test(said) && !/manage|verwalten|gerer/.test(said)) return { button: 'save', all: isAll }
  if (SETTINGS.test(said)) return { button: 'settings', all: false }
  if (NO.test(said)) return { button: 'reject', all: false }
  return ACCEPT.test(said) ? { button: 'accept', all: false } : undefined
}
