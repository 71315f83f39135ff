import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { plain } from './words.ts'

/** Words of what gives, takes, sends or ends something, as they stand in names and hints. */
const WEIGHTY = new RegExp(
  `(?<!\\p{L})(?:${[
    'delete|remove|discard|trash|erase|destroy|wipe|empty|clear|reset|revoke|deactivate|disable|terminate|uninstall',
    'buy|purchase|order|pay|payment|check ?out|book|reserve|donate|bid|rent|hire|upgrade|renew|transfer|withdraw',
    'send|submit|post|publish|share|reply|forward|invite|upload|deploy|save|apply|vote|report|block',
    'subscribe|unsubscribe|follow|unfollow|register|sign ?(?:up|in|out|off)|log ?(?:in|out|off)|join|leave|quit',
    'accept|agree|allow|confirm|approve|decline|reject|consent|archive|merge|start|stop|restart|install|print|call',
    'loschen|entfernen|kaufen|bestellen|bezahlen|buchen|senden|absenden|abmelden|anmelden|kundigen|zustimmen',
    'supprimer|acheter|commander|payer|envoyer|deconnexion|accepter|eliminar|comprar|pagar|enviar|aceptar|salir',
    'elimina|acquista|paga|invia|accetta|verwijderen|kopen|betalen|versturen|excluir|apagar|aceitar|sair',
  ].join('|')})(?!\\p{L})`,
  'u',
)

/** What is called so names a part of the page: `Payment` over a section pays nothing. */
const PLACE_ROLE = /^(heading|treeitem)$/

/** Whether a click may give, take, send or end something: such a thing is used only when it is asked for. */
export function hasConsequences({ name, text, title, hints, type, role }: ViewElement): boolean {
  if (PLACE_ROLE.test(role) || (role === 'tab' && !/\s/.test(name))) return false
  if (type === 'submit' || type === 'image' || type === 'reset') return true
  const said = name || text.slice(0, 100) || title || ''
  return WEIGHTY.test(plain(said)) || (said === '' && WEIGHTY.test(plain(hints)))
}

/** Whether something may be clicked only to see what it shows: it does nothing else, and does not lead off the site. */
export function isSafeToTry(element: ViewElement, tree: PageTree): boolean {
  return !element.disabled && !hasConsequences(element) && !leadsAway(element, tree.view.url)
}

function leadsAway({ href }: ViewElement, from: string): boolean {
  if (href === undefined) return false
  const [there, here] = [siteOf(href), siteOf(from)]
  return there !== here && !/^javascript:/i.test(href)
}

function siteOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url ? `${url.protocol === 'http:' ? 'https:' : url.protocol}//${url.hostname}` : undefined
}
