import type { PageActivity } from '../calls.ts'
import { isShown } from '../flat-tree.ts'
import * as page from '../platform.ts'
import { quietMs } from '../reading/state.ts'

const animations = page.method(Document, 'getAnimations')
const BUSY =
  '[aria-busy="true"],[class*="spinner" i],[class*="skeleton" i],[class*="loading" i],[class*="loader" i]'
const BUSY_CLASS = /(^|[\s_-])(spinner|skeleton|loading|loader)([\s_-]|$)/i
const BUSY_TEXT =
  /^\W*(loading|please wait|one moment|just a moment|searching|saving|sending|processing|updating|checking|working)\b.{0,30}$/i
const MAX_TEXTS = 5000
const MAX_SIGNS = 200

let changedAt = -Infinity
new MutationObserver(() => (changedAt = performance.now())).observe(document, {
  attributes: true,
  attributeFilter: ['style', 'class', 'hidden', 'open', 'transform', 'd', 'aria-expanded', 'aria-hidden'],
  subtree: true,
})

export function pageActivity(): PageActivity {
  const unchangedMs = Math.min(quietMs(), performance.now() - changedAt)
  return { quietMs: unchangedMs, stillMs: stillMs(), busySigns: countBusySigns() }
}

/** What moves for ever does not count. */
function stillMs(): number {
  const isMoving = animations(document).some(
    (one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime),
  )
  return isMoving ? 0 : Math.min(performance.now() - changedAt, 1e6)
}

/** How many signs of waiting are shown: a page that always has some is not waited for. */
function countBusySigns(): number {
  const marked = [...page.all(BUSY)].slice(0, MAX_SIGNS).filter(isBusySign).length
  return marked + countBusyTexts()
}

/** A box with much to read in it only kept the class. */
function isBusySign(element: Element): boolean {
  const { width, height } = page.box(element)
  if (width === 0 || height === 0 || !isShown(element)) return false
  if (page.attribute(element, 'aria-busy') === 'true') return true
  return BUSY_CLASS.test(page.attribute(element, 'class') ?? '') && page.text(element)!.trim().length < 40
}

function countBusyTexts(): number {
  const walker = page.walk(page.body() ?? document)
  let count = 0
  for (let read = 0; read < MAX_TEXTS && walker.nextNode(); read++) {
    const node = walker.currentNode
    if (!(node instanceof Text) || node.data.length > 80 || !BUSY_TEXT.test(node.data.trim())) continue
    const parent = page.parent(node)
    if (parent instanceof Element && !isElsewhere(parent) && isShown(parent)) count++
  }
  return count
}

function isElsewhere(element: Element): boolean {
  return /^(script|style|option)$/.test(page.localName(element)) || page.closest(element, 'a,nav') !== null
}
