import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { plain } from './words.ts'

/** What a button is called that leads to the next page of a form and does nothing else. */
export const ONWARD =
  'next|next step|next page|go on|continue|proceed|forward|move on|weiter|nächster schritt|fortfahren|suivant|étape suivante|continuer|siguiente|continuar|seguir|avanti|continua|prosegui|volgende|verder|doorgaan|próximo|próxima|avançar|seguinte'
const NAMED = new RegExp(
  `^(?:${plain(ONWARD)}|save and continue|save (?:and|&) next|speichern und weiter)(?: (?:step|page|schritt|seite))?\\s*[→›»>]*$`,
  'u',
)

export function isOnward({ name, text }: Pick<ViewElement, 'name' | 'text'>): boolean {
  return NAMED.test(plain(name || text).replace(/[.…]+$/, ''))
}

/** The controls that a page shows: another page of a form shows others. */
export function controlsShown(tree: PageTree): string {
  return [
    tree.view.url,
    ...tree.elements
      .filter(
        (element) =>
          element.editable || element.options || element.checked !== undefined || element.clickable,
      )
      .map(({ ref }) => ref),
  ].join(' ')
}
