import { orAborted } from '../../../concurrency/abort.ts'
import { pause } from '../../page/settle.ts'
import { PageControllerError } from './page-controller.ts'
import type { PageAction, Point } from './page-controller.ts'
import { awaitClickPoint, callOnElement, boxOf, isStillAt, originOf } from './click-point.ts'
import type { ActionContext } from './click-point.ts'

/** Drags an element with the mouse, slowly enough for pages that watch every move. */
export async function drag(
  context: ActionContext,
  { from, to }: Extract<PageAction, { do: 'drag' }>,
): Promise<void> {
  const target = 'ref' in to ? to.ref : undefined
  if (target !== undefined) await ensureInWindow(context, target)
  const aimed = await awaitClickPoint(context, from)
  if (aimed.state === 'nowhere')
    throw new PageControllerError('hidden', 'The element has no place, so it cannot be dragged.')
  const start = aimed.point
  const planned = await dragEnd(context, to)
  const { mouse } = context.page
  await orAborted(mouse.move(start.x, start.y), context.signal)
  await orAborted(mouse.down(), context.signal)
  try {
    await orAborted(mouse.move(start.x + 4, start.y + 4, { steps: 2 }), context.signal)
    // A page may draw its list anew as soon as something is taken: the place stays.
    const end = await dragEnd(context, to).catch((error: unknown) => {
      if (error instanceof PageControllerError) return planned
      throw error
    })
    await orAborted(mouse.move(end.x, end.y, { steps: stepsTo(start, end) }), context.signal)
    // Some pages see where the mouse is only when it moves once more.
    await pause(HOVER_MS, context.signal)
    await orAborted(mouse.move(end.x, end.y), context.signal)
  } finally {
    await orAborted(mouse.up(), context.signal)
  }
}

async function ensureInWindow(context: ActionContext, ref: string): Promise<void> {
  if (!(await isInWindow(context, ref))) await callOnElement(context, ref, 'bringIntoView')
}

async function isInWindow(context: ActionContext, ref: string): Promise<boolean> {
  const { x, y, width, height } = await boxOf(context, ref)
  const window = context.page.viewportSize()
  if (!window) return false
  return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height
}

/** What is dragged to may lie elsewhere by now: the page was scrolled, or made room. */
async function dragEnd(
  context: ActionContext,
  to: Extract<PageAction, { do: 'drag' }>['to'],
): Promise<Point> {
  if (!('ref' in to)) return to.at
  await ensureInWindow(context, to.ref)
  const { x, y, width, height } = await boxOf(context, to.ref)
  return { x: x + width / 2, y: y + height / 2 }
}

function stepsTo(from: Point, to: Point): number {
  return Math.min(25, Math.max(8, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 15)))
}

async function dragSelect({ page: { mouse }, signal }: ActionContext, from: Point, to: Point): Promise<void> {
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
export async function highlight(
  context: ActionContext,
  ref: string,
  text: string | undefined,
): Promise<void> {
  const ends = await callOnElement(context, ref, 'textEndsOf', text)
  if (ends.state === 'missing')
    throw new PageControllerError('input', 'The text to highlight is not in the element.')
  if (ends.state === 'marked') return
  const origin = await originOf(context, ref)
  const moved = (point: Point) => ({ x: point.x + origin.x, y: point.y + origin.y })
  await dragSelect(context, moved(ends.from), moved(ends.to))
  const isMarked = await callOnElement(context, ref, 'selectText', text)
  if (!isMarked) throw new PageControllerError('failed', 'The text does not let itself be highlighted.')
}

const HOVER_MS = 30
const STROKE_STEP = 12

export async function click(
  context: ActionContext,
  { ref, button, count }: Omit<Extract<PageAction, { do: 'click' }>, 'do'>,
): Promise<void> {
  const aimed = await awaitClickPoint(context, ref)
  await context.ready
  if (aimed.state === 'ready') {
    const { x, y } = await pointUnderMouse(context, ref, aimed.point)
    const how = { ...(button && { button }), ...(count && { clickCount: count }) }
    return await orAborted(context.page.mouse.click(x, y, how), context.signal)
  }
  for (let left = count ?? 1; left > 0; left--) await callOnElement(context, ref, 'clickByScript')
}

/** The point once the mouse is there: some pages put another element under the mouse. */
async function pointUnderMouse(context: ActionContext, ref: string, point: Point): Promise<Point> {
  await orAborted(context.page.mouse.move(point.x, point.y), context.signal)
  try {
    if (await isStillAt(context, ref, point)) return point
    const again = await awaitClickPoint(context, ref)
    return again.state === 'ready' ? again.point : point
  } catch (error) {
    if (error instanceof PageControllerError) return point
    throw error
  }
}
