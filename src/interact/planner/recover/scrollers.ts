import type { ViewElement } from '../../../browser/browser.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import { hasRoom } from '../page/page-tree.ts'

/** What can be scrolled by itself: the page, or a part of it. */
export type Scroller = 'page' | ViewElement

/** What may have more than it shows, the page first, then the largest part. */
export function scrollersIn(tree: PageTree): Scroller[] {
  const parts = tree.elements
    .filter((element) => element.scrollable && element.inView && hasRoom(element) && !element.editable)
    .filter((element) => element.box.height >= 60 && tree.descendants(element).length >= 3)
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    .slice(0, 3)
  return tree.view.scroll.maxY > 2 ? ['page', ...parts] : parts
}

/** What scrolling brought: texts that were not there, only another part of what was there, or nothing. */
type Brought = 'new' | 'moved' | undefined

/** Scrolls on by a screen, or by several, and waits a moment for what comes of it. */
export async function scrollFurther(scroller: Scroller, scene: Scene, screens = 1): Promise<Brought> {
  const before = await scene.tree()
  const height = scroller === 'page' ? before.view.height : scroller.box.height
  await scene.act(
    {
      do: 'scroll',
      by: { x: 0, y: height * 0.85 * screens },
      ...(scroller === 'page' ? {} : { ref: scroller.ref }),
    },
    { type: 'scroll', value: screens < 0 ? 'up' : 'down' },
  )
  const known = new Set(textsIn(scroller, before).map(({ ownText }) => ownText))
  const place = placeIn(scroller, before)
  for (const ms of [0, 100, 150, 300, 400]) {
    const tree = ms === 0 ? await scene.tree() : await scene.pause(ms)
    if (textsIn(scroller, tree).some(({ ownText }) => !known.has(ownText))) return 'new'
    const isMoved = placeIn(scroller, tree) !== place
    if (isMoved && ms >= 150 && !isAtEnd(scroller, tree)) return 'moved'
  }
  return placeIn(scroller, await scene.tree()) === place ? undefined : 'moved'
}

/** Back to where it begins. */
export async function scrollBack(scroller: Scroller, scene: Scene): Promise<void> {
  await scene.do({
    do: 'scroll',
    by: { x: 0, y: -1_000_000 },
    ...(scroller === 'page' ? {} : { ref: scroller.ref }),
  })
}

function isAtEnd(scroller: Scroller, { view }: PageTree): boolean {
  return scroller !== 'page' || view.scroll.y >= view.scroll.maxY - 2
}

/** What can be read where it is scrolled. */
function textsIn(scroller: Scroller, tree: PageTree): ViewElement[] {
  const holder = scroller === 'page' ? undefined : tree.get(scroller.ref)
  const inside = holder ? tree.descendants(holder) : tree.elements
  return inside.filter(({ ownText }) => ownText !== '')
}

/** How far it is scrolled, as far as can be seen. */
function placeIn(scroller: Scroller, tree: PageTree): string {
  if (scroller === 'page') return String(tree.view.scroll.y)
  return textsIn(scroller, tree)
    .slice(0, 3)
    .map(({ ownText, box }) => `${ownText}@${Math.round(box.y)}`)
    .join()
}

/** Which way a name lies in a list that is in the order of its entries: 1 further on, -1 before, 0 here or not to be told. */
export function wayTo(name: string, scroller: Scroller, tree: PageTree): -1 | 0 | 1 {
  const entries = leadingTexts(scroller, tree)
  if (entries.length < 4 || !isSorted(entries)) return 0
  const wanted = plain(name)
  if (compare(wanted, entries[0]!) < 0) return -1
  return compare(wanted, entries.at(-1)!) > 0 ? 1 : 0
}

/** The first text of each entry. */
function leadingTexts(scroller: Scroller, tree: PageTree): string[] {
  const texts = textsIn(scroller, tree).filter(hasRoom)
  const left = Math.min(...texts.map(({ box }) => box.x))
  const column = texts.filter(({ box }) => Math.abs(box.x - left) < 4).toSorted((a, b) => a.box.y - b.box.y)
  const lines = column.filter((one, at) => at === 0 || one.box.y - column[at - 1]!.box.y > 4)
  const size = Math.max(...lines.map(({ look }) => look.fontSize))
  return lines.filter(({ look }) => look.fontSize >= size).map(({ ownText }) => plain(ownText))
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, at) => at === 0 || compare(texts[at - 1]!, text) <= 0)
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
