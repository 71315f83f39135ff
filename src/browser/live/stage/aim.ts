import { orAborted } from '../../../concurrency/abort.ts'
import type { InFrame, Placed } from '../../in-page/calls.ts'
import { STAGE } from '../../page/reading/page-script.ts'
import { pause } from '../../page/settle.ts'
import type { Point } from './stage.ts'
import { StageError } from './stage.ts'
import { ask, gone } from './hand.ts'
import type { Hand } from './hand.ts'

export type Aim = { state: 'ready'; point: Point } | { state: 'nowhere' }

// Waits until the element stands still and would get what is done at the point. A covered one is first scrolled to
// other places of the window.
export async function aim(hand: Hand, ref: string, at?: Point): Promise<Aim> {
  const startedAt = performance.now()
  let before: Point | undefined
  let tries = 0
  for (;;) {
    const found = await aimOnce(hand, ref, { at, scroll: tries })
    const isLate = performance.now() - startedAt > PATIENCE_MS
    if (found.state === 'gone') throw gone()
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

export async function isStillAt(
  hand: Hand,
  ref: string,
  { at, point }: { at: Point | undefined; point: Point },
): Promise<boolean> {
  const found = await aimOnce(hand, ref, { at, scroll: 0 })
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

async function aimOnce(
  hand: Hand,
  ref: string,
  wish: { at: Point | undefined; scroll: number },
): Promise<InFrame> {
  const own = await ask(hand, ref, 'aimAt', wish)
  if (own.state === 'gone' || own.state === 'nowhere') return own
  const found = own
  for (const frame of framesAround(hand, ref)) {
    const inside = await ask(hand, frame, 'insideOf')
    if (inside === undefined) return { state: 'gone' }
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
  if (box === undefined) throw gone()
  const origin = await originOf(hand, ref)
  return { ...box, x: box.x + origin.x, y: box.y + origin.y }
}

export async function originOf(hand: Hand, ref: string): Promise<Point> {
  const origin = { x: 0, y: 0 }
  for (const frame of framesAround(hand, ref)) {
    const inside = await ask(hand, frame, 'insideOf')
    if (inside === undefined) throw gone()
    origin.x += inside.x
    origin.y += inside.y
  }
  return origin
}

function* framesAround({ worlds }: Hand, ref: string): Generator<string> {
  for (let within = worlds.of(ref)?.within; within; within = worlds.of(within.ref)?.within) yield within.ref
}

function isSame(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1
}

/** The element has been at every place of the window by then. */
const TRIES_BEFORE_LEAVING = 5
const PATIENCE_MS = 1200
const FRAME_MS = 17
const SLOW_FRAME_MS = 80
