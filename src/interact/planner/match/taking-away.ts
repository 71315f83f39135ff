import type { ViewElement } from '../../../browser/browser.ts'
import { plain } from './words.ts'

const TAKING_AWAY =
  /(?<!\p{L})(?:delete|remove|discard|trash|erase|clear|reset|unsubscribe|cancel|losch|entfern|supprim|effac|retir|elimin|borrar|quitar|rimuov|verwijder|wissen|exclu|apagar)/u

/** Whether a control is there to take something away, and words do not say so: the name of the thing alone does not mean it. */
export function isOnlyAbout({ clickable, name, role }: ViewElement, said: string): boolean {
  if (!clickable || !/^(button|link|menuitem)$/.test(role)) return false
  return plain(name).search(TAKING_AWAY) === 0 && !TAKING_AWAY.test(plain(said))
}
