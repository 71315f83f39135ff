import { orAborted } from '../../../concurrency/abort.ts'
import { GONE } from '../../in-page/calls.ts'
import type { Box, InFrame, Placed, StageCalls } from '../../in-page/calls.ts'
import { STAGE } from '../../page/reading/page-script.ts'
import { ReaderError } from '../../page/reading/reader.ts'
import { pause } from '../../page/settle.ts'
import type { LocatorMatch, LocatorStep, Point } from './stage.ts'
import { StageError } from './stage.ts'
import type { Locator } from 'playwright-core'
import type { Worlds } from '../look/read-view.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'

type Aim = { state: 'ready'; point: Point } | { state: 'nowhere' }

// Waits until the element stands still and would get what is done at the point. A covered one is first scrolled to
// other places of the window.
export async function aim(hand: Hand, ref: string): Promise<Aim> {
  const startedAt = performance.now()
  let before: Point | undefined
  let tries = 0
  for (;;) {
    const found = await aimOnce(hand, ref, tries)
    const isLate = performance.now() - startedAt > PATIENCE_MS
    if (found.state === 'nowhere') {
      if (isLate) return found
    } else if (found.state === 'ready' && !found.disabled) {
      if (isLate || (before && isSame(before, found)))
        return { state: 'ready', point: { x: found.x, y: found.y } }
      before = found
      tries = 0
    } else {
      if (isLate) throw unusable(found)
      before = undefined
      if (found.state !== 'ready') tries++
      // What pops up for a field goes when the field is left.
      if (found.state === 'covered' && tries === TRIES_BEFORE_LEAVING) await leaveField(hand)
      // It is scrolled into view at once.
      if (found.state === 'away' && tries === 1) continue
    }
    await pause(tries > 4 ? SLOW_FRAME_MS : FRAME_MS, hand.signal)
  }
}

export async function isStillAt(hand: Hand, ref: string, point: Point): Promise<boolean> {
  const found = await aimOnce(hand, ref, 0)
  return found.state === 'ready' && isSame(point, found)
}

async function leaveField({ reader, page, signal }: Hand): Promise<void> {
  const place = await orAborted(reader.call(STAGE, 'placeToLeave'), signal)
  if (place) await orAborted(page.mouse.click(place.x, place.y), signal)
}

function unusable(found: Placed): StageError {
  if (found.state === 'covered') return new StageError('covered', `The element is covered by ${found.by}.`)
  if (found.state === 'ready') return new StageError('disabled', 'The element is disabled.')
  return new StageError('hidden', 'The element cannot be scrolled into view.')
}

async function aimOnce(hand: Hand, ref: string, tries: number): Promise<InFrame> {
  const found = await ask(hand, ref, 'aimAt', tries)
  if (found.state === 'nowhere') return found
  for (const frame of framesAround(hand, ref)) {
    const inside = await ask(hand, frame, 'insideOf')
    found.x += inside.x
    found.y += inside.y
    if (found.state !== 'ready') continue
    const { x, y } = found
    if (!(await ask(hand, frame, 'reaches', { x, y }))) return { state: 'away', x, y }
  }
  return found
}

export async function boxOf(hand: Hand, ref: string) {
  const box = await ask(hand, ref, 'boxIn')
  const origin = await originOf(hand, ref)
  return { ...box, x: box.x + origin.x, y: box.y + origin.y }
}

export async function originOf(hand: Hand, ref: string): Promise<Point> {
  const origin = { x: 0, y: 0 }
  for (const frame of framesAround(hand, ref)) {
    const inside = await ask(hand, frame, 'insideOf')
    origin.x += inside.x
    origin.y += inside.y
  }
  return origin
}

function* framesAround({ worlds }: Hand, ref: string): Generator<string> {
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

export interface Hand extends Pick<WatchedTab, 'page' | 'send' | 'reader' | 'signal'> {
  worlds: Worlds
  /** The page is not touched before this settles. */
  ready?: Promise<unknown> | undefined
}

export async function ask<Name extends AboutRef>(
  { worlds, signal }: Hand,
  ref: string,
  name: Name,
  ...args: Rest<Parameters<StageCalls[Name]>>
): Promise<ReturnType<StageCalls[Name]>> {
  const world = worlds.of(ref)
  if (world === undefined || world.page.signal.aborted) throw gone()
  const all = [ref, ...args] as unknown as Parameters<StageCalls[Name]>
  return await orAborted(world.reader.call(STAGE, name, ...all), signal).catch((error: unknown) => {
    throw error instanceof ReaderError && error.message.includes(GONE) ? gone() : error
  })
}

type AboutRef = {
  [Name in keyof StageCalls]: StageCalls[Name] extends (ref: string, ...args: never[]) => unknown
    ? Name
    : never
}[keyof StageCalls]
type Rest<Args> = Args extends [unknown, ...infer Others] ? Others : []

/** Undefined where the element being gone is an answer too. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StageError && error.code === 'gone') return undefined
    throw error
  }
}

function gone(): StageError {
  return new StageError('gone', 'The element is no longer on the page. Look at the page again.')
}

/** How many elements a locator finds, and which of them is the one with this ref. They are compared by their boxes. */
export async function matchLocator(
  hand: Hand,
  ref: string,
  steps: readonly LocatorStep[],
): Promise<LocatorMatch> {
  const locator = steps.reduce<object>((on, { method, args }) => {
    const find = (on as Record<string, (...given: unknown[]) => object>)[method]!
    return find.apply(on, [...args])
  }, hand.page) as Locator
  const found = locator.evaluateAll((elements) =>
    elements.slice(0, 1000).map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
  const [box, boxes] = await Promise.all([unlessGone(ask(hand, ref, 'boxIn')), orAborted(found, hand.signal)])
  return { count: boxes.length, at: box ? boxes.findIndex((one) => isSameBox(one, box)) : -1 }
}

function isSameBox(one: Box, other: Box): boolean {
  const edges = ['x', 'y', 'width', 'height'] as const
  return one.width > 0 && one.height > 0 && edges.every((edge) => Math.abs(one[edge] - other[edge]) < 1)
}
