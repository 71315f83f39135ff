import { StageError } from '../../browser/browser.ts'
import type { PageView, Stage } from '../../browser/browser.ts'
import type { Variables } from './variables.ts'
import { viewLines } from './view-lines.ts'

const MOST_LABELS = 100

/**
 * A picture of the window in which every element that can be used carries its ref. There is none where a value of a variable
 * can be read on the page: a picture cannot be masked.
 */
export async function takePicture(
  stage: Stage,
  view: PageView,
  variables: Variables,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const shown = view.elements.filter(({ inView }) => inView)
  const isTold = (text: string | undefined) => text !== undefined && variables.named(text) !== text
  const isExposed = shown.some(
    ({ type, name, text, value }) => isTold(name) || isTold(text) || (type !== 'password' && isTold(value)),
  )
  if (isExposed) return undefined
  const usable = new Set(viewLines(view).flatMap(({ ref, use }) => (use === 'act' ? [ref] : [])))
  const labels = shown
    .filter(({ ref, covered, box }) => usable.has(ref) && !covered && box.width > 0 && box.height > 0)
    .slice(0, MOST_LABELS)
    .map(({ ref, box }) => ({ label: ref, box }))
  try {
    return await stage.picture(signal, labels)
  } catch (failure) {
    if (failure instanceof StageError) return undefined
    throw failure
  }
}
