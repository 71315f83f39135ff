import type { ViewElement } from '../../../browser/browser.ts'
import { notFound, seek, seekHere } from '../recover/seek.ts'
import { again } from '../page/again.ts'
import type { PageTree } from '../page/page-tree.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { isResult, seekResult } from '../recover/seek-result.ts'
import { call } from '../say/call.ts'
import { walkMenu } from '../widgets/menu.ts'

/** Clicks what leads to a thing: of a record its link, of a closed part its head. */
export const open: TakeStep<'open'> = async (step, scene) => {
  if (isResult(step.target)) {
    const result = await seekResult(step.target, scene)
    if (result) return clickOn(result.element, scene)
  }
  const path = await pathOf(step.target, scene)
  if (path.length > 1) return walkMenu(path, scene)
  const kind = step.target.kind === 'page' ? { ...step.target, kind: 'link' } : step.target
  const own = await seek(kind, scene, 'click', 'look')
  const last =
    own.length === 0 && CONTENT.test(kind.words) ? again(scene.last, await scene.tree()) : undefined
  const [best] = last ? [{ element: last }] : own.length > 0 ? own : await seek(kind, scene, 'click')
  if (!best) return failed(await notFound(step.target, scene, 'click'))
  if (best.element.expanded === true || (best.element.role === 'tab' && best.element.selected === true))
    return done(`${call(best.element)} is open already.`)
  return clickOn(leadOf(best.element, await scene.tree()), scene)
}

/** What an entry shows of itself: of one that was come upon just before, where nothing is called so. */
const CONTENT =
  /^(details?|profile|page|entry|record|card|info|information|einzelheiten|profil|détails|fiche|detalles|ficha|dettagli|scheda|gegevens|detalhes)$/iu

/** The names on a way: `Women > Shoes > Boots`, `Women, Shoes, Boots`. Commas may be part of one name, where the page has it. */
async function pathOf({ words, quoted }: Target, scene: Scene): Promise<string[]> {
  const cut = (sign: RegExp) => words.split(sign).filter((part) => part !== '')
  const sure = cut(/\s*[>›→»⟩]\s*/u)
  if (sure.length > 1 || quoted) return sure
  const listed = cut(/\s*,\s*|\s+\/\s+/u)
  if (listed.length < 2) return []
  return (await seekHere({ words, quoted: true }, scene, 'click')).length > 0 ? [] : listed
}

/** A record is opened by its own link. */
function leadOf(element: ViewElement, tree: PageTree): ViewElement {
  if (element.clickable) return element
  const inside = tree.descendants(element)
  return inside.find((inner) => inner.role === 'link') ?? inside.find((inner) => inner.clickable) ?? element
}
