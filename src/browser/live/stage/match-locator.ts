import type { Locator } from 'playwright-core'
import { orAborted } from '../../../work/abort.ts'
import type { Box } from '../../in-page/boxes.ts'
import type { LocatorMatch, LocatorStep } from '../stage.ts'
import { ask } from './hand.ts'
import type { Hand } from './hand.ts'

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
