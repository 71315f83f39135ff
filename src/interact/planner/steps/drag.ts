import type { ViewElement } from '../../../browser/browser.ts'
import { draggables, fellows, only } from '../drag/draggables.ts'
import { heldBy } from '../drag/hold.ts'
import { moveInList } from '../drag/move-in-list.ts'
import { inReadingOrder, placeInRow } from '../drag/place-in-row.ts'
import { spread } from '../drag/spread.ts'
import { again } from '../page/again.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { notFound, seek } from '../recover/seek.ts'
import { resolve, resolveAll, SURE } from '../resolve/resolve.ts'
import { call, callTarget } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Place, Target } from '../step.ts'
import { effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const drag: TakeStep<'drag'> = async (step, scene) => {
  const things = await thingsMeant(step.target, scene)
  if (things.length === 0) {
    if (step.target.all && draggables(await scene.tree()).length > 0)
      return done(`There is no ${callTarget(step.target)} to drag.`)
    return failed(await notFound(step.target, scene, 'drag'))
  }
  for (const thing of things) scene.handled.add(thing.ref)
  if ('words' in step.to) return dragAlong(things, step.to.words, scene)
  if (step.to.how) return dragBeside(things, step.to, scene)
  return dragInto(things, step.to.target, scene)
}

/** Of what can be dragged first; where nothing looks so, of anything. */
async function thingsMeant(target: Target, scene: Scene): Promise<ViewElement[]> {
  const tree = await scene.tree()
  const movable = draggables(tree)
  if (target.traits?.includes('other')) return movable.filter((element) => !scene.handled.has(element.ref))
  const some = only(tree, (element) => element.draggable && hasRoom(element))
  const isVague = target.words === '' && !target.traits?.length && !target.relations?.length
  if (isVague && target.all) return movable
  if (isVague && movable.length === 1) return movable
  if (target.all || target.count !== undefined) {
    const isThere = (resolve({ ...target, ordinal: 0 }, some, 'drag')[0]?.score ?? 0) >= SURE
    const all = isThere ? resolveAll(target, some, 'drag').slice(0, target.count ?? MOST) : []
    if (all.length > 0 || target.words === '') return all
  }
  const [best] = resolve(target, some, 'drag')
  if (best && best.score >= SURE && isWhole(best.element, tree)) return [best.element]
  const [other] = await seek(target, scene, 'drag')
  const now = await scene.tree()
  return other ? [heldBy(now.get(other.element.ref) ?? other.element, now).item] : []
}

/** What holds other things that can be dragged is the place for them. */
function isWhole(element: ViewElement, tree: PageTree): boolean {
  return !tree.descendants(element).some((inner) => inner.draggable)
}

/** Into or onto something; several side by side. */
async function dragInto(things: readonly ViewElement[], target: Target, scene: Scene): Promise<StepOutcome> {
  const place = await placeMeant(things, target, scene)
  if (!place) return failed(await notFound(target, scene, 'any'))
  const largest = {
    width: Math.max(...things.map((thing) => thing.box.width)),
    height: Math.max(...things.map((thing) => thing.box.height)),
  }
  const spots = spread(things.length, largest, place.box)
  for (const [index, thing] of things.entries()) {
    const tree = await scene.tree()
    const now = again(thing, tree)
    if (now === undefined) continue
    await scene.act(
      { do: 'drag', from: heldBy(now, tree).hold.ref, to: { ref: place.ref, at: spots[index]! } },
      { type: 'drag', target: call(thing), value: call(place) },
    )
    scene.last = thing
  }
  return done(`Dragged ${callAll(things)} to ${call(place)}${effectOf(scene)}.`)
}

/** What things are put into does likelier stand still than move itself. */
async function placeMeant(
  things: readonly ViewElement[],
  target: Target,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const refs = new Set(things.map((thing) => thing.ref))
  for (const test of [isStill, (element: ViewElement) => !refs.has(element.ref)]) {
    const [best] = resolve(target, only(tree, test), 'any')
    if (best && best.score >= SURE) return best.element
  }
  return (await seek(target, scene, 'any'))[0]?.element
}

function isStill(element: ViewElement): boolean {
  return !element.draggable
}

/** Before or after an entry of the same list; beside anything else, at its edge. */
async function dragBeside(
  things: readonly ViewElement[],
  to: Extract<Place, { target: Target }>,
  scene: Scene,
): Promise<StepOutcome> {
  const tree = await scene.tree()
  const [found] = resolve(to.target, tree, 'any')
  if (!found || found.score < SURE) return failed(await notFound(to.target, scene, 'any'))
  const anchor = heldBy(found.element, tree).item
  const isAfter = /^(below|after|right|near)$/.test(to.how ?? '')
  const said: string[] = []
  for (const thing of things) {
    const now = await scene.tree()
    const entries = inReadingOrder(fellows(now.get(thing.ref) ?? thing, now))
    const rest = entries.filter((entry) => entry.ref !== thing.ref)
    const at = rest.findIndex((entry) => entry.ref === anchor.ref)
    if (at === -1) await dropBeside(thing, anchor, to.how!, scene)
    else if (!(await moveInList(thing, at + (isAfter ? 1 : 0), entries, scene)))
      return failed(`${call(thing)} did not go ${to.how} ${call(anchor)}.`)
    scene.last = thing
    said.push(`Dragged ${call(thing)} ${to.how} ${call(anchor)}${effectOf(scene)}.`)
  }
  return done(said.join(' '))
}

async function dropBeside(thing: ViewElement, anchor: ViewElement, how: string, scene: Scene): Promise<void> {
  const { width, height } = anchor.box
  const [across, along] = [thing.box.width / 2 + 4, thing.box.height / 2 + 4]
  const spots: Record<string, { x: number; y: number }> = {
    above: { x: width / 2, y: -along },
    before: { x: -across, y: height / 2 },
    left: { x: -across, y: height / 2 },
    below: { x: width / 2, y: height + along },
  }
  const at = spots[how] ?? { x: width + across, y: height / 2 }
  await scene.act(
    { do: 'drag', from: thing.ref, to: { ref: anchor.ref, at } },
    { type: 'drag', target: call(thing), value: `${how} ${call(anchor)}` },
  )
}

const DIRECTIONS: readonly (readonly [RegExp, number, number])[] = [
  [/\bleft/i, -1, 0],
  [/\bright/i, 1, 0],
  [/\b(up|top)/i, 0, -1],
  [/\b(down|bottom)/i, 0, 1],
]

/** To a place of its list where it is in one, else some way on. */
async function dragAlong(things: readonly ViewElement[], words: string, scene: Scene): Promise<StepOutcome> {
  const said: string[] = []
  for (const thing of things) {
    const tree = await scene.tree()
    const entries = inReadingOrder(fellows(thing, tree))
    const place = placeInRow(
      words,
      entries.findIndex((entry) => entry.ref === thing.ref),
      entries,
    )
    if (place !== undefined) {
      if (!(await moveInList(thing, place, entries, scene)))
        return failed(`${call(thing)} did not go ${words}.`)
    } else {
      const by = vectorOf(words, thing, tree)
      if (!by) return failed(`Where "${words}" is could not be told.`)
      await scene.act(
        { do: 'drag', from: thing.ref, to: { by } },
        { type: 'drag', target: call(thing), value: words },
      )
    }
    scene.last = thing
    said.push(`Dragged ${call(thing)} ${words}${effectOf(scene)}.`)
  }
  return done(said.join(' '))
}

/** A way on in pixels, within what holds the thing. */
function vectorOf(words: string, thing: ViewElement, tree: PageTree): { x: number; y: number } | undefined {
  const ways = DIRECTIONS.filter(([pattern]) => pattern.test(words))
  if (ways.length === 0) return undefined
  const said = /(\d+)\s*(?:px|pixels?)/i.exec(words)?.[1]
  const bounds = tree.parent(thing)?.box ?? { x: 0, y: 0, width: tree.view.width, height: tree.view.height }
  const room = (x: number, y: number): number =>
    x < 0
      ? thing.box.x - bounds.x
      : x > 0
        ? bounds.x + bounds.width - thing.box.x - thing.box.width
        : y < 0
          ? thing.box.y - bounds.y
          : bounds.y + bounds.height - thing.box.y - thing.box.height
  const vector = { x: 0, y: 0 }
  for (const [, x, y] of ways) {
    const far = said ? Number(said) : Math.max(SHORT_WAY, Math.min(LONG_WAY, room(x, y) * 0.7))
    vector.x += x * far
    vector.y += y * far
  }
  return vector
}

function callAll(things: readonly ViewElement[]): string {
  return things.length === 1 ? call(things[0]!) : `${things.length} things`
}

/** Without a word of how far, it is moved so that it is seen to have moved. */
const SHORT_WAY = 20
const LONG_WAY = 100
const MOST = 60
