import type { ViewElement } from '../../../browser/browser.ts'
import { hasConsequences } from '../match/consequences.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'

const NAMES = [
  'close|x|×|✕|✖|╳|⨯|dismiss|no thanks|no thank you|not now|maybe later|later|skip|skip for now|cancel',
  'schließen|nein danke|später|vielleicht später|nicht jetzt|überspringen|abbrechen',
  'fermer|non merci|plus tard|pas maintenant|passer|annuler',
  'cerrar|no gracias|ahora no|más tarde|omitir|cancelar',
  'chiudi|no grazie|non ora|più tardi|salta|annulla',
  'sluiten|nee bedankt|niet nu|later|overslaan|annuleren',
  'fechar|não obrigado|agora não|mais tarde|pular|dispensar',
].flatMap((line) => line.split('|'))

/** What only takes note of something; where there is another button too, it may agree to what is asked. */
const NOTED = ['got it', 'ok', 'done', 'i understand', 'understood']

/** What is closed for good. */
const OF_MORE = /\b(account|case|ticket|issue|position|deal|shop|store|project|konto|compte|cuenta|conta)\b/i

/** What closes a dialog, banner or panel; the likeliest by its name. */
export function closerOf(panel: ViewElement, tree: PageTree): ViewElement | undefined {
  const controls = tree.descendants(panel).filter((element) => element.clickable && !element.disabled)
  const buttons = controls.filter((element) => element.role === 'button')
  for (const name of [...NAMES, ...(buttons.length <= 1 ? NOTED : [])]) {
    const match = controls.find((element) =>
      [element.name, element.text, element.title, element.ownText].some(
        (text) => text && similarity(name, text, true) >= 0.9,
      ),
    )
    if (match) return match
  }
  return (
    controls.find(
      (element) =>
        /\b(close|dismiss|closethick)|^x$/i.test(
          `${element.hints} ${element.title ?? ''} ${element.name}`.trim(),
        ) &&
        !hasConsequences(element) &&
        !OF_MORE.test(element.name || element.text),
    ) ?? controls.find((element) => isCorner(element, panel) || isCorner(element, tree.parent(element)))
  )
}

/** A small thing without a name in the upper right corner of a panel. */
function isCorner(element: ViewElement, panel: ViewElement | undefined): boolean {
  if (
    !panel ||
    element.name !== '' ||
    element.text !== '' ||
    element.box.width > 60 ||
    element.box.height > 60
  )
    return false
  const right = panel.box.x + panel.box.width - (element.box.x + element.box.width)
  return right < 40 && element.box.y - panel.box.y < 40
}
