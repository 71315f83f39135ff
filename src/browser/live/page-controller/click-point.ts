import { orAborted } from '../../../concurrency/abort.ts'
import { GONE } from '../../in-page/calls.ts'
import type { Box, ClickPoint, LocatedPoint, PageControllerCalls } from '../../in-page/calls.ts'
import { PAGE_CONTROLLER } from '../../page/reading/page-script.ts'
import { ReaderError } from '../../page/reading/reader.ts'
import { pause } from '../../page/settle.ts'
import type { LocatorMatch, LocatorStep, Point } from './page-controller.ts'
import { PageControllerError } from './page-controller.ts'
import type { Locator } from 'playwright-core'
import type { Worlds } from '../page-view/read-view.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'

type FoundPoint = { state: 'ready'; point: Point } | { state: 'nowhere' }

// Waits until the element stands still and would get what is done at the point. A covered one is first scrolled to
// other places of the window.
export async function awaitClickPoint(context: ActionContext, ref: string): Promise<FoundPoint> {
  const startedAt = performance.now()
  let before: Point | undefined
  let tries = 0
  for (;;) {
    const found = await readClickPoint(context, ref, tries)
    const isLate = performance.now() - startedAt > PATIENCE_MS
    if (found.state === 'nowhere') {
      if (isLate) return found
    } else if (found.state === 'ready' && !found.disabled) {
      if (isLate || (before && isSame(before, found)))
        return { state: 'ready', point: { x: found.x, y: found.y } }
      before = found
      tries = 0
    } else {
      if (isLate) throw unusableError(found)
      before = undefined
      if (found.state !== 'ready') tries++
      // What pops up for a field goes when the field is left.
      if (found.state === 'covered' && tries === TRIES_BEFORE_LEAVING) await blurField(context)
      // It is scrolled into view at once.
      if (found.state === 'away' && tries === 1) continue
    }
    await pause(tries > 4 ? SLOW_FRAME_MS : FRAME_MS, context.signal)
  }
}

export async function isStillAt(context: ActionContext, ref: string, point: Point): Promise<boolean> {
  const found = await readClickPoint(context, ref, 0)
  return found.state === 'ready' && isSame(point, found)
}

async function blurField({ reader, page, signal }: ActionContext): Promise<void> {
  const place = await orAborted(reader.call(PAGE_CONTROLLER, 'blurPoint'), signal)
  if (place) await orAborted(page.mouse.click(place.x, place.y), signal)
}

function unusableError(found: LocatedPoint): PageControllerError {
  if (found.state === 'covered')
    return new PageControllerError('covered', `The element is covered by ${found.by}.`)
  if (found.state === 'ready') return new PageControllerError('disabled', 'The element is disabled.')
  return new PageControllerError('hidden', 'The element cannot be scrolled into view.')
}

async function readClickPoint(context: ActionContext, ref: string, tries: number): Promise<ClickPoint> {
  const found = await callOnElement(context, ref, 'clickPointOf', tries)
  if (found.state === 'nowhere') return found
  for (const frame of framesAround(context, ref)) {
    const contentBox = await callOnElement(context, frame, 'contentBoxOf')
    found.x += contentBox.x
    found.y += contentBox.y
    if (found.state !== 'ready') continue
    const { x, y } = found
    if (!(await callOnElement(context, frame, 'wouldHit', { x, y }))) return { state: 'away', x, y }
  }
  return found
}

export async function boxOf(context: ActionContext, ref: string) {
  const box = await callOnElement(context, ref, 'boxInFrame')
  const origin = await originOf(context, ref)
  return { ...box, x: box.x + origin.x, y: box.y + origin.y }
}

export async function originOf(context: ActionContext, ref: string): Promise<Point> {
  const origin = { x: 0, y: 0 }
  for (const frame of framesAround(context, ref)) {
    const contentBox = await callOnElement(context, frame, 'contentBoxOf')
    origin.x += contentBox.x
    origin.y += contentBox.y
  }
  return origin
}

function* framesAround({ worlds }: ActionContext, ref: string): Generator<string> {
  for (let frame = worlds.of(ref)?.within; frame; frame = worlds.of(frame)?.within) yield frame
}

function isSame(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1
}

/** The element has been at every place of the window by then. */
const TRIES_BEFORE_LEAVING = 5
const PATIENCE_MS = 1200
const FRAME_MS = 17
const SLOW_FRAME_MS = 80

export interface ActionContext extends Pick<WatchedTab, 'page' | 'send' | 'reader' | 'signal'> {
  worlds: Worlds
  /** The page is not touched before this settles. */
  ready?: Promise<unknown> | undefined
}

export async function callOnElement<Name extends ElementCall>(
  { worlds, signal }: ActionContext,
  ref: string,
  name: Name,
  ...args: ArgsAfterRef<Parameters<PageControllerCalls[Name]>>
): Promise<ReturnType<PageControllerCalls[Name]>> {
  const world = worlds.of(ref)
  if (world === undefined || world.page.signal.aborted) throw goneError()
  const all = [ref, ...args] as unknown as Parameters<PageControllerCalls[Name]>
  return await orAborted(world.reader.call(PAGE_CONTROLLER, name, ...all), signal).catch((error: unknown) => {
    throw error instanceof ReaderError && error.message.includes(GONE) ? goneError() : error
  })
}

type ElementCall = {
  [Name in keyof PageControllerCalls]: PageControllerCalls[Name] extends (
    ref: string,
    ...args: never[]
  ) => unknown
    ? Name
    : never
}[keyof PageControllerCalls]
type ArgsAfterRef<Args> = Args extends [unknown, ...infer Others] ? Others : []

/** Undefined where the element being gone is an answer too. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PageControllerError && error.code === 'gone') return undefined
    throw error
  }
}

function goneError(): PageControllerError {
  return new PageControllerError('gone', 'The element is no longer on the page. Look at the page again.')
}

/** How many elements a locator finds, and which of them is the one with this ref. They are compared by their boxes. */
export async function matchLocator(
  context: ActionContext,
  ref: string,
  steps: readonly LocatorStep[],
): Promise<LocatorMatch> {
  const locator = steps.reduce<object>((on, { method, args }) => {
    const find = (on as Record<string, (...given: unknown[]) => object>)[method]!
    return find.apply(on, [...args])
  }, context.page) as Locator
  const found = locator.evaluateAll((elements) =>
    elements.slice(0, 1000).map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
  const [box, boxes] = await Promise.all([
    unlessGone(callOnElement(context, ref, 'boxInFrame')),
    orAborted(found, context.signal),
  ])
  return { count: boxes.length, at: box ? boxes.findIndex((one) => isSameBox(one, box)) : -1 }
}

function isSameBox(one: Box, other: Box): boolean {
  const edges = ['x', 'y', 'width', 'height'] as const
  return one.width > 0 && one.height > 0 && edges.every((edge) => Math.abs(one[edge] - other[edge]) < 1)
}
