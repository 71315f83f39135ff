import { orAborted } from '../../../work/abort.ts'
import type { Point } from '../stage.ts'
import { StageError } from '../stage.ts'
import { aim, isStillAt } from './aim.ts'
import { ask, gone } from './hand.ts'
import type { Hand } from './hand.ts'

/** Presses the mouse on an element; one that has no place is clicked by script. */
export async function click(
  hand: Hand,
  {
    ref,
    at,
    button,
    count,
  }: { ref: string; at?: Point; button?: 'left' | 'right' | 'middle'; count?: number },
): Promise<void> {
  const aimed = await aim(hand, ref, at)
  await hand.ready
  if (aimed.state === 'ready') {
    const { x, y } = await under(hand, { ref, at, point: aimed.point })
    const how = { ...(button && { button }), ...(count && { clickCount: count }) }
    return await orAborted(hand.page.mouse.click(x, y, how), hand.signal)
  }
  for (let left = count ?? 1; left > 0; left--) {
    if (!(await ask(hand, ref, 'clickByScript'))) throw gone()
  }
}

/** The point once the mouse is there: some pages put another element under the mouse. */
async function under(
  hand: Hand,
  { ref, at, point }: { ref: string; at: Point | undefined; point: Point },
): Promise<Point> {
  await orAborted(hand.page.mouse.move(point.x, point.y), hand.signal)
  if (await isStillAt(hand, ref, { at, point })) return point
  try {
    const again = await aim(hand, ref, at)
    return again.state === 'ready' ? again.point : point
  } catch (error) {
    if (error instanceof StageError) return point
    throw error
  }
}
