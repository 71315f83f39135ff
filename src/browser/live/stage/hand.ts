import type { CDPSession, Locator, Page } from 'playwright-core'
import { orAborted } from '../../../concurrency/abort.ts'
import type { StageCalls } from '../../in-page/calls.ts'
import { STAGE } from '../../page/reading/page-script.ts'
import type { Reader } from '../../page/reading/reader.ts'
import type { Worlds } from '../look/worlds.ts'
import { StageError } from './stage.ts'
import type { LocatorMatch, LocatorStep } from './stage.ts'
import type { Box } from '../../in-page/boxes.ts'

export interface Hand {
  page: Page
  send: CDPSession['send']
  reader: Reader
  worlds: Worlds
  signal: AbortSignal
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
  return await orAborted(world.reader.call(STAGE, name, ...all), signal)
}

type AboutRef = {
  [Name in keyof StageCalls]: StageCalls[Name] extends (ref: string, ...args: never[]) => unknown
    ? Name
    : never
}[keyof StageCalls]
type Rest<Args> = Args extends [unknown, ...infer Others] ? Others : []

export function gone(): StageError {
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
  const [box, boxes] = await Promise.all([ask(hand, ref, 'boxIn'), orAborted(found, hand.signal)])
  return { count: boxes.length, at: box ? boxes.findIndex((one) => isSame(one, box)) : -1 }
}

function isSame(one: Box, other: Box): boolean {
  const edges = ['x', 'y', 'width', 'height'] as const
  return one.width > 0 && one.height > 0 && edges.every((edge) => Math.abs(one[edge] - other[edge]) < 1)
}
