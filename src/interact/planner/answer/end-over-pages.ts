import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { findControl } from '../widgets/pager.ts'
import { endAsked } from './ends.ts'
import type { End } from './ends.ts'
import type { Question } from './question.ts'

const MOST_PAGES = 15
const RANGE =
  /\b\d+\s*[–-]\s*\d+\s+(?:of|von|sur|de|di|van)\s+\d+|\b(?:page|seite|página|pagina)\s+\d+\s*(?:of|von|sur|de|di|van|\/)\s*\d+/iu

/**
 * Where a list goes over several pages, what is most or least of something is so among all of them: they are leafed
 * through, and the page that has it comes back. Undefined where nothing is compared or there is one page.
 */
export async function endOverPages(question: Question, scene: Scene): Promise<string | undefined> {
  const first = await scene.tree()
  if (!isPaged(first)) return undefined
  const here = endAsked(question, first)
  if (here?.value === undefined) return undefined
  let best: { end: End; page: number } = { end: here, page: 0 }
  let page = 0
  while (page < MOST_PAGES && (await turn('next', scene))) {
    page++
    const end = endAsked(question, await scene.tree())
    if (end && isBeyond(end, best.end)) best = { end, page }
  }
  for (; page > best.page; page--) if (!(await turn('previous', scene))) break
  const found = endAsked(question, await scene.tree())
  if (found?.element && found.title === best.end.title) {
    scene.last = found.element
    scene.within = found.element
  }
  return best.end.text
}

function isPaged(tree: PageTree): boolean {
  return tree.elements.some(({ ownText }) => RANGE.test(ownText)) && findControl('next', tree) !== undefined
}

function isBeyond(end: End, other: End): boolean {
  if (end.value === undefined || other.value === undefined) return false
  return end.end === 'least' ? end.value < other.value : end.value > other.value
}

async function turn(to: 'next' | 'previous', scene: Scene): Promise<boolean> {
  const control = findControl(to, await scene.tree())
  if (!control || control.disabled) return false
  const changes = await scene.act({ do: 'click', ref: control.ref }, { type: 'click', target: call(control) })
  if (changes.newTexts.length === 0) await scene.pause(300)
  return true
}
