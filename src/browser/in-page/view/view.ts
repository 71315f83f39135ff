// The page as a person sees it. Nothing of the page is changed by looking.
import type { RawElement, RawView, PageControllerCalls } from '../calls.ts'
import { childrenOf, claimKey, refOf, collapseSpaces } from '../flat-tree.ts'
import * as page from '../platform.ts'
import { entriesOf, isIcon, withTexts } from './entries.ts'
import type { InnerContent, ViewNode } from './entries.ts'
import { isEditingHost } from './roles.ts'
import { beginView, layoutOf } from './layout.ts'
import type { ElementLayout, ParentLayout } from './layout.ts'

const titleOf = page.getter(Document, 'title')
const INVISIBLE_TAGS = page.words(`
  script style noscript template head meta link title base datalist option optgroup source track param defs
  clipPath mask symbol linearGradient radialGradient marker pattern filter`)
const WITHOUT_CHILDREN = page.words('select textarea iframe frame canvas video audio object embed img')
const EMPTY_NODE: VisitedNode = { entries: [], text: '', inline: true }
/** Of the page's time, for each frame. */
const BUDGET_MS = 2000
const MAX_TEXT = 600
const LONGEST_TITLE = 500
const DEEPEST = 400
const STEPS_PER_CLOCK_CHECK = 50

interface VisitedNode {
  entries: ViewNode[]
  text: string
  inline: boolean
}

let frames: (Element | undefined)[] = []
let endsAt = 0
let steps = 0

export function view({ key, origin, clip, maxElements }: Parameters<PageControllerCalls['view']>[0]): string {
  endsAt = performance.now() + BUDGET_MS
  frames = []
  steps = 0
  claimKey(key)
  const root: Element | null = page.body() ?? page.root()
  const nodes = root === null ? [] : visit(root, beginView({ origin, clip })).entries
  const elements: RawElement[] = []
  flatten(nodes, undefined, elements)
  const area = page.scrollingElement() ?? page.root()
  const seen: RawView = {
    key: claimKey(key),
    security: self.origin,
    now: localDay(),
    title: String(titleOf(document)).slice(0, LONGEST_TITLE),
    lang: page.root()?.lang ?? '',
    width: innerWidth,
    height: innerHeight,
    scroll: {
      x: Math.round(scrollX),
      y: Math.round(scrollY),
      maxX: Math.max(0, (area?.scrollWidth ?? 0) - innerWidth),
      maxY: Math.max(0, (area?.scrollHeight ?? 0) - innerHeight),
    },
    focused: focusedRef(),
    elements: elements.length > maxElements ? limitElements(elements, maxElements) : elements,
  }
  return JSON.stringify(seen)
}

function localDay(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

function focusedRef(): string | undefined {
  let active = page.activeElement()
  for (;;) {
    const inner = active && page.shadowRoot(active)?.activeElement
    if (!inner) break
    active = inner
  }
  return active === null || active === page.body() || active === page.root() ? undefined : refOf(active)
}

function flatten(nodes: readonly ViewNode[], parent: string | undefined, out: RawElement[]): void {
  for (const { entry, element, children } of nodes) {
    entry.parent = parent
    if (entry.tag === 'iframe' || entry.tag === 'frame') entry.frame = frames.push(element) - 1
    out.push(entry)
    flatten(children, entry.ref, out)
  }
}

function limitElements(elements: readonly RawElement[], most: number): RawElement[] {
  const weight = (one: RawElement) =>
    (one.inView ? 4 : 0) + (one.clickable || one.editable ? 2 : 0) + (one.ownText ? 1 : 0)
  const weights = elements.map(weight).sort((one, other) => other - one)
  const least = weights[most]!
  let ofLeast = most - weights.indexOf(least)
  const kept = elements.filter((one) => weight(one) > least || (weight(one) === least && ofLeast-- > 0))
  const parents = new Map(elements.map((one) => [one.ref, one.parent]))
  const there = new Set(kept.map((one) => one.ref))
  for (const one of kept) {
    while (one.parent !== undefined && !there.has(one.parent)) one.parent = parents.get(one.parent)
  }
  return kept
}

function visit(element: Element, from: ParentLayout): VisitedNode {
  if (from.level > DEEPEST || isLate()) return EMPTY_NODE
  const tag = page.localName(element)
  if (INVISIBLE_TAGS.has(tag) || (element instanceof HTMLInputElement && element.type === 'hidden'))
    return EMPTY_NODE
  const layout = layoutOf(element, from)
  if (layout === undefined) return EMPTY_NODE
  const inner = childrenIn(element, tag, layout)
  const text = inner.text.slice(0, MAX_TEXT)
  const isRoot = tag === 'html' || (tag === 'body' && !isEditingHost(element))
  const isOwn = layout.shown && !isRoot
  const entries = isOwn ? entriesOf(element, tag, layout, inner) : withTexts(inner)
  return { entries, text, inline: layout.inline }
}

function isLate(): boolean {
  if (steps++ % STEPS_PER_CLOCK_CHECK === 0 && performance.now() > endsAt) endsAt = -Infinity
  return endsAt === -Infinity
}

function childrenIn(element: Element, tag: string, layout: ElementLayout): InnerContent {
  const inner: InnerContent = {
    entries: [],
    text: '',
    own: '',
    texts: [],
    breaks: false,
    clip: layout.below.clip,
  }
  if (WITHOUT_CHILDREN.has(tag) || isIcon(tag, layout.box)) return inner
  const isClosed = element instanceof HTMLDetailsElement && !element.open
  for (const child of childrenOf(element)) {
    if (isClosed && !(child instanceof Element && page.localName(child) === 'summary')) continue
    if (child instanceof Text) {
      if (layout.shown) addText(inner, child)
    } else if (child instanceof Element) addChild(inner, child, layout)
  }
  inner.text = collapseSpaces(inner.text)
  inner.own = collapseSpaces(inner.own)
  return inner
}

function addText(inner: InnerContent, node: Text): void {
  const { data } = node
  const isBlank = data.trim() === ''
  if (inner.text.length < MAX_TEXT) inner.text += isBlank ? ' ' : data.slice(0, MAX_TEXT * 2)
  if (isBlank) return
  const gap = inner.own && inner.entries.length > 0 ? ' … ' : ' '
  if (inner.own.length < MAX_TEXT) inner.own += gap + data.slice(0, MAX_TEXT)
  inner.texts.push({ node, at: inner.entries.length })
}

function addChild(inner: InnerContent, child: Element, layout: ElementLayout): void {
  if (page.localName(child) === 'br') {
    inner.text += ' '
    inner.breaks = true
    return
  }
  const { entries, text, inline } = visit(child, layout.below)
  if (inner.text.length < MAX_TEXT) inner.text += inline ? text : ` ${text} `
  for (const entry of entries) inner.entries.push(entry)
}

export function viewFrame(index: number): Element | undefined {
  return frames[index]
}
