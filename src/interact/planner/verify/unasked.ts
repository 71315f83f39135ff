import type { ViewElement } from '../../../browser/browser.ts'
import { deedsOf } from '../ground/deeds.ts'
import { plain, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isRecord } from '../page/records.ts'
import type { Scene } from '../scene.ts'

/** What instructions say, besides the verbs themselves, of what is to go: `take it out`, `tea instead of coffee`. */
const OF_LOSS =
  /^(?:clear|empty|reset|drop|withdraw|revoke|retire|rid|out|off|away|without|instead|replac|uncheck|untick|deselect|unselect|unsubscrib|disabl|less|weg|raus|leer|ohne|statt|ersetz|abwahl|deaktiv|sans|vide|remplac|decoch|desactiv|vaci|sin|desmarc|reemplaz|senza|svuot|sostitu|desel|sem|limp|esvazi|substitu|zonder|leeg|vervang|uit)/

/** Whether a control takes something away, by its first or last word, and nothing in the instruction asks for that. */
export function isUnasked(element: ViewElement, { asked }: Scene): boolean {
  if (asked === '' || element.href !== undefined || !isForTakingAway(element)) return false
  const said = wordsOf(plain(asked))
  return !said.some((word) => takesAway(word) || OF_LOSS.test(word) || deedsOf(word).includes('undo'))
}

/** Whether a control is called by what takes something away: `Remove filter`, `Filter entfernen`. */
export function isForTakingAway({ name }: ViewElement): boolean {
  const called = wordsOf(name)
  // `Cancel` alone is a way out of a dialog.
  if (called.length === 0 || (called.length === 1 && deedsOf(called[0]!).includes('cancel'))) return false
  return [called[0]!, called.at(-1)!].some(takesAway)
}

/** Whether a control is part of an entry among several that something else is no part of: its `Apply` is for that entry alone. */
export function isOfAnotherEntry(control: ViewElement, from: ViewElement, tree: PageTree): boolean {
  return tree
    .ancestors(control)
    .some(
      (outer) =>
        isRecord(outer, tree) &&
        outer !== from &&
        !tree.holds(outer, from) &&
        tree
          .descendants(outer)
          .some((inner) => inner.ownText !== '' && !isPartOf(inner, control, tree) && !inner.clickable),
    )
}

function isPartOf(inner: ViewElement, control: ViewElement, tree: PageTree): boolean {
  return inner === control || tree.holds(control, inner)
}

function takesAway(word: string): boolean {
  return (
    /^(?:clear|reset)$/.test(word) || deedsOf(word).some((deed) => deed === 'remove' || deed === 'cancel')
  )
}
