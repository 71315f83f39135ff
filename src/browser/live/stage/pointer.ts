import { orAborted } from '../../../concurrency/abort.ts'
import { pause } from '../../page/settle.ts'
import { StageError } from './stage.ts'
import type { Deed, Point } from './stage.ts'
import { aim, ask, boxOf, isStillAt, originOf } from './aim.ts'
import type { Hand } from './aim.ts'

/** Drags an element with the mouse, slowly enough for pages that watch every move. */
export async function drag(hand: Hand, { from, to }: Extract<Deed, { do: 'drag' }>): Promise<void> {
  const target = 'ref' in to ? to.ref : undefined
  if (target !== undefined) await bring(hand, target)
  const aimed = await aim(hand, from)
  if (aimed.state === 'nowhere')
    throw new StageError('hidden', 'The element has no place, so it cannot be dragged.')
  const start = aimed.point
  const planned = await endOf(hand, to)
  const { mouse } = hand.page
  await orAborted(mouse.move(start.x, start.y), hand.signal)
  await orAborted(mouse.down(), hand.signal)
  try {
    await orAborted(mouse.move(start.x + 4, start.y + 4, { steps: 2 }), hand.signal)
    // A page may draw its list anew as soon as something is taken: the place stays.
    const end = await endOf(hand, to).catch((error: unknown) => {
      if (error instanceof StageError) return planned
      throw error
    })
    await orAborted(mouse.move(end.x, end.y, { steps: stepsTo(start, end) }), hand.signal)
    // Some pages see where the mouse is only when it moves once more.
    await pause(SEEN_MS, hand.signal)
    await orAborted(mouse.move(end.x, end.y), hand.signal)
  } finally {
    await orAborted(mouse.up(), hand.signal)
  }
}

async function bring(hand: Hand, ref: string): Promise<void> {
  if (!(await isInWindow(hand, ref))) await ask(hand, ref, 'bringIn')
}

async function isInWindow(hand: Hand, ref: string): Promise<boolean> {
  const { x, y, width, height } = await boxOf(hand, ref)
  const window = hand.page.viewportSize()
  if (!window) return false
  return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height
}

/** What is dragged to may lie elsewhere by now: the page was scrolled, or made room. */
async function endOf(hand: Hand, to: Extract<Deed, { do: 'drag' }>['to']): Promise<Point> {
  if (!('ref' in to)) return to.at
  await bring(hand, to.ref)
  const { x, y, width, height } = await boxOf(hand, to.ref)
  return { x: x + width / 2, y: y + height / 2 }
}

function stepsTo(from: Point, to: Point): number {
  return Math.min(25, Math.max(8, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 15)))
}

async function stroke({ page: { mouse }, signal }: Hand, from: Point, to: Point): Promise<void> {
  await orAborted(mouse.move(from.x, from.y), signal)
  await orAborted(mouse.down(), signal)
  try {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STROKE_STEP))
    await orAborted(mouse.move(to.x, to.y, { steps: Math.min(steps, 30) }), signal)
  } finally {
    await orAborted(mouse.up(), signal)
  }
}

/** Marks text by drawing the mouse over it; where that marks something else, the selection itself is set. */
export async function highlight(hand: Hand, ref: string, text: string | undefined): Promise<void> {
  const ends = await ask(hand, ref, 'endsOf', text)
  if (ends.state === 'missing') throw new StageError('input', 'The text to highlight is not in the element.')
  if (ends.state === 'marked') return
  const origin = await originOf(hand, ref)
  const moved = (point: Point) => ({ x: point.x + origin.x, y: point.y + origin.y })
  await stroke(hand, moved(ends.from), moved(ends.to))
  const isMarked = await ask(hand, ref, 'markText', text)
  if (!isMarked) throw new StageError('failed', 'The text does not let itself be highlighted.')
}

const SEEN_MS = 30
const STROKE_STEP = 12

export async function click(
  hand: Hand,
  { ref, button, count }: Omit<Extract<Deed, { do: 'click' }>, 'do'>,
): Promise<void> {
  const aimed = await aim(hand, ref)
  await hand.ready
  if (aimed.state === 'ready') {
    const { x, y } = await under(hand, ref, aimed.point)
    const how = { ...(button && { button }), ...(count && { clickCount: count }) }
    return await orAborted(hand.page.mouse.click(x, y, how), hand.signal)
  }
  for (let left = count ?? 1; left > 0; left--) await ask(hand, ref, 'clickByScript')
}

/** The point once the mouse is there: some pages put another element under the mouse. */
async function under(hand: Hand, ref: string, point: Point): Promise<Point> {
  await orAborted(hand.page.mouse.move(point.x, point.y), hand.signal)
  try {
    if (await isStillAt(hand, ref, point)) return point
    const again = await aim(hand, ref)
    return again.state === 'ready' ? again.point : point
  } catch (error) {
    if (error instanceof StageError) return point
    throw error
  }
}
