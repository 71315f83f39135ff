import type { ViewElement } from '../../../browser/browser.ts'
import { captionOf } from '../form/caption.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readNumber } from '../resolve/conditions.ts'

/** Two controls that together say from where to where: two handles of a slider, a field for the least and one for the most. */
export interface RangePair {
  low: ViewElement
  high: ViewElement
  caption: string
}

const LOW = /\b(min|minimum|mindest\w*|from|von|ab|lower|low|least|start|desde|de|da|van|vanaf|mín\w*)\b/iu
const HIGH = /\b(max|maximum|höchst\w*|to|bis|upper|high|most|end|hasta|à|a|tot|até|máx\w*)\b/iu
/** How far up from one of two the part that has both may be. */
const NEAR = 4

export function rangePairs(tree: PageTree): RangePair[] {
  const ends = tree.elements.filter((element) => !element.disabled && isEnd(element))
  const pairs: RangePair[] = []
  const used = new Set<ViewElement>()
  for (const [index, first] of ends.entries()) {
    const second = ends[index + 1]
    if (!second || used.has(first) || !areOneKind(first, second)) continue
    if (tree.distanceToShared(first, second) > NEAR) continue
    const pair = inOrder(first, second, tree)
    if (!pair) continue
    used.add(second)
    pairs.push({ ...pair, caption: captionFor(pair, tree) })
  }
  return pairs
}

function isSlider({ type, role }: ViewElement): boolean {
  return type === 'range' || role === 'slider'
}

function isEnd(element: ViewElement): boolean {
  if (isSlider(element)) return true
  const about = said(element)
  if (!LOW.test(about) && !HIGH.test(about)) return false
  if (element.options)
    return element.options.filter(({ label }) => /\d/.test(label)).length * 2 > element.options.length
  return (
    element.editable &&
    (element.type === 'number' ||
      (/^(text|tel|)$/.test(element.type ?? '') &&
        /\bm(in|ax)|price|preis|prix|precio|budget|€|\$|£/iu.test(about)))
  )
}

function areOneKind(first: ViewElement, second: ViewElement): boolean {
  return first.tag === second.tag && first.type === second.type && first.role === second.role
}

/** Which of the two is the least: by name, else by where they stand. Two sliders by themselves are no pair. */
function inOrder(
  first: ViewElement,
  second: ViewElement,
  tree: PageTree,
): Pick<RangePair, 'low' | 'high'> | undefined {
  const [one, other] = [said(first), said(second)]
  if (LOW.test(one) && HIGH.test(other) && !LOW.test(other)) return { low: first, high: second }
  if (HIGH.test(one) && LOW.test(other) && !HIGH.test(other)) return { low: second, high: first }
  if (!isSlider(first)) return LOW.test(one) && HIGH.test(other) ? { low: first, high: second } : undefined
  const isOneTrack =
    tree.parent(first) === tree.parent(second) &&
    Math.abs(first.box.y - second.box.y) < Math.max(8, first.box.height)
  if (!isOneTrack) return undefined
  const [from, to] = [readNumber(first.value ?? ''), readNumber(second.value ?? '')]
  const isTurned = from !== undefined && to !== undefined ? from > to : first.box.x > second.box.x
  return isTurned ? { low: second, high: first } : { low: first, high: second }
}

function said({ name, placeholder, hints }: ViewElement): string {
  return `${name} ${placeholder ?? ''} ${hints}`
}

/** What the range is of: what both are called, and what stands before them. */
function captionFor({ low, high }: Pick<RangePair, 'low' | 'high'>, tree: PageTree): string {
  const both = new Set(wordsOf(high.name))
  const common = wordsOf(low.name).filter((word) => both.has(word))
  const holder = tree.shared(low, high)
  const above = holder ? holder.name || captionOf(holder, tree) || headingBefore(holder, tree) : ''
  return [...common, above].join(' ').trim()
}

/** The nearest heading before it in the same part of the page. */
function headingBefore(holder: ViewElement, tree: PageTree): string {
  for (const outer of tree.ancestors(holder).slice(0, 2)) {
    const before = tree.descendants(outer).filter((element) => tree.order(element) < tree.order(holder))
    const heading = before.findLast(
      ({ role, look, text }) => text.length < 40 && (role === 'heading' || look.bold),
    )
    if (heading) return heading.text
  }
  return ''
}
