import type { ViewElement } from '../../../browser/browser.ts'
import { notFound, seek, seekAll } from '../recover/seek.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const expand: TakeStep<'expand' | 'collapse'> = async (step, scene) => {
  const wanted = step.do === 'expand'
  const tree = await scene.tree()
  const heads = tree.elements.filter((element) => element.expanded === !wanted)
  const onlyKind = step.target.words === '' && step.target.ordinal === undefined
  if (onlyKind && heads.length > 0) return toggle(step.target.all ? heads : heads.slice(0, 1), wanted)
  const found = step.target.all
    ? await seekAll(step.target, scene, 'click')
    : (await seek(step.target, scene, 'click')).slice(0, 1).map((item) => item.element)
  const opener = found.length === 0 && onlyKind && wanted ? tree.elements.find(isOpener) : undefined
  if (opener) return toggle([opener], wanted)
  if (found.length === 0) return failed(await notFound(step.target, scene, 'click'))
  return toggle(
    found.map((element) => headOf(element, tree)),
    wanted,
  )

  async function toggle(elements: readonly ViewElement[], open: boolean) {
    const said: string[] = []
    for (const element of elements) {
      if (element.expanded === open) said.push(`${call(element)} is ${open ? 'open' : 'closed'} already.`)
      else {
        const outcome = await clickOn(element, scene)
        if (outcome.state === 'failed') return outcome
        said.push(outcome.said)
      }
    }
    return done(said.join(' '))
  }
}

/** A sign that everywhere means that there is more behind it. */
function isOpener(element: ViewElement): boolean {
  return element.clickable && /^[+＋▸▶►▾▼☰≡⋮⋯…]$/.test(element.text || element.name)
}

/** A section is opened at what says whether it is open. */
function headOf(element: ViewElement, tree: PageTree): ViewElement {
  if (element.expanded !== undefined) return element
  const inside = tree.descendants(element).find((inner) => inner.expanded !== undefined)
  return inside ?? tree.closest(element, (outer) => outer.expanded !== undefined) ?? element
}
