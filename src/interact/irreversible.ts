import type { ViewElement } from '../browser/browser.ts'

/** Whether pressing an element cannot be undone, and if so, whether these words ask for it. All in lower case. */
export function irreversibleIn(
  { name, text, role }: ViewElement,
  words: string,
): 'harmless' | 'asked' | 'unasked' {
  if (HARMLESS_ROLES.test(role)) return 'harmless'
  const called = (name || text.slice(0, 100)).toLowerCase().replaceAll(HARMLESS_NAMES, '')
  // A link that only begins with such a word leads to a page about it as a rule.
  const found = KINDS.filter(({ press, link }) => (role === 'link' ? link.test(called) : press.test(called)))
  const unasked = found.filter(({ asked }) => !asked.test(words))
  if (unasked.some(({ isUsual }) => !isUsual)) return 'unasked'
  return found.length > unasked.length ? 'asked' : 'harmless'
}

/** Choosing one of these sends nothing. */
const HARMLESS_ROLES =
  /^(tab|radio|checkbox|switch|option|combobox|textbox|searchbox|heading|slider|row|cell|treeitem|text)$/

const HARMLESS_NAMES =
  /\b(?:sort(?: order)?|reorder|(?:view|track|my|show|your) orders?|order (?:by|history|details|status|number)|orders|post ?code|postal|posts|book details|books|remove filters?|payment (?:methods?|options?)|send (?:me )?(?:a |the )?code|resend)\b/g

interface Kind {
  press: RegExp
  link: RegExp
  asked: RegExp
  /** Whether a task need not say that it wants this. */
  isUsual?: true
}

const KINDS: readonly Kind[] = [
  {
    press:
      /\b(?:buy|purchase|order|check ?out|pay|donate|bid|subscribe|upgrade|transfer|withdraw|kaufen|bestellen|bezahlen|acheter|commander|payer|comprar|pagar|acquista|kopen|betalen)\b/,
    link: /^(?:buy|pay|donate)\b/,
    asked:
      /\b(?:buy|bought|purchas|order|check ?out|pay|donat|bid|subscri|upgrad|transfer|withdraw|top ?up|book|reserv|rent|ticket|send [^.]{0,12}\d|kauf|bestell|bezahl|zahl|achet|commande[rz]|compra|pagar|paga\b|acquist|ordina[rl]|koop\b|betaal)/,
  },
  {
    press:
      /\b(?:delete|erase|discard|destroy|wipe|remove|trash|empty|deactivate|terminate|revoke|uninstall|close (?:my )?account|cancel (?:my |the )?(?:order|booking|subscription|account|plan)|löschen|entfernen|kündigen|supprimer|eliminar|borrar|elimina|verwijderen|excluir)\b/,
    link: /^(?:delete|remove|erase|unsubscribe)\b/,
    asked:
      /\b(?:delet|eras|discard|destroy|wip|remov|trash|empt|clear|deactivat|terminat|revok|uninstall|clos|cancel|unsubscrib|drop|get rid|replac|lösch|entfern|kündig|supprim|elimin|borra|verwijder|exclu)/,
  },
  {
    press: /\b(?:send|e-?mail|invite|forward)\b/,
    link: /^send\b(?! feedback)/,
    asked:
      /\b(?:send|sent|mail|e-?mail|messag|contact|repl|submit|invit|forward|request|report|feedback|writ|ask|form|register|sign ?up|transfer|shar|post|deliver)/,
  },
  {
    press:
      /\b(?:post|publish|tweet|share|reply|comment|veröffentlichen|publier|publicar|pubblica|plaatsen)\b/,
    link: /^publish\b/,
    asked:
      /\b(?:post(?!al)|publish|tweet|shar|repl|write|leave a|comment on|add a (?:comment|review)|answer|respon|antwort|répond|review|announc|veröffentlich|publi|pubblic|plaats)/,
  },
  {
    press:
      /^book\b|\bbook (?:now|it|this|a|an|your|the)\b|\b(?:reserve|rent|hire|buchen|réserver|reservar|prenota|boeken)\b/,
    link: /^(?:book|reserve) now\b/,
    asked: /\b(?:book|reserv|rent|hir|appointment|schedul|buch|réserv|prenot|boek)/,
  },
  {
    press: /\b(?:submit|absenden|senden|envoyer|enviar|invia|versturen)\b/,
    link: /^submit\b/,
    asked: /\b(?:submit|send|absend|abschick|envo|envi|invia|verst)/,
    isUsual: true,
  },
]

const PROHIBITION =
  /\b(?:do not|don['’]?t|never|without|avoid|must not|should not|shouldn['’]?t|no need to|nicht|ne pas|sin|zonder|niet)\b(?! forget)(?! fail to)[^.;,!\n]*/g

/** The clauses of a text that say what is not to be done. Texts in quotes are values. */
export function prohibitionsIn(text: string): string[] {
  return text.replaceAll(QUOTED, '""').match(PROHIBITION) ?? []
}

export function withoutProhibitions(text: string): string {
  const quoted = text.match(QUOTED) ?? []
  return [text.replaceAll(QUOTED, '""').replaceAll(PROHIBITION, ' '), ...quoted].join(' ')
}

const QUOTED = /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»/g
