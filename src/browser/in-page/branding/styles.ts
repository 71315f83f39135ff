import type { StyledElement } from '../../branding/style-sample.ts'
import type { BrandingCalls } from '../calls.ts'
import { roleVariables, stopsOf, visibleColor } from '../colors.ts'
import { flatParent } from '../flat-tree.ts'
import * as page from '../platform.ts'
import { describeElement } from './describe-element.ts'
import type { Backgrounds } from './describe-element.ts'
import { readIdentity } from './identity.ts'
import type { PossibleLogo } from './identity.ts'

/** Of the page's time. */
const BUDGET_MS = 100
const MAX_ELEMENTS = 2000
const MAX_STEPS = 60_000
/** What a page of usual size has above the fold, however busy the machine is. */
const MIN_STEPS = 1000
const MAX_SHADOWS = 200
const MAX_OF_KIND = {
  button: 200,
  link: 250,
  input: 40,
  notice: 40,
  code: 20,
  icon: 60,
  surface: 400,
  text: 500,
  picture: 100,
  logo: 60,
}
const SKIPPED = page.words('script style noscript template iframe object option datalist')
const BOXES = page.words(
  'body div section header nav main footer aside article form ul ol table figure blockquote span',
)
const PICTURES = page.words('img video canvas')
const CODE = page.words('pre code kbd samp')
const FIELDS = page.words('input textarea select')
const PRESSED = /^(?:submit|button|reset|image)$/i
const NO_FIELD = /^(?:hidden|checkbox|radio|range|file|color)$/i
const BUTTON_NAME = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i
const NOTICE_NAME =
  /(?:^|[\s_-])(?:alert|error|danger|success|warning|invalid|notice|toast|badge|tag|label)(?:$|[\s_-])/i
const SURFACE_NAME = /(?:^|[\s_-])(?:card|panel|tile|hero|banner|box)(?:$|[\s_-])/i
const LOGO_NAME = /logo|wordmark|(?:^|[\s_-])brand(?:ing)?(?:$|[\s_-])/i
const LONGEST_WORDS = 200

type Kind = StyledElement['kind']

interface SampleRun {
  endsAt: number
  left: number
  counts: Partial<Record<Kind | 'logo', number>>
  elements: StyledElement[]
  described: Map<Node | null, StyledElement>
  backgrounds: Backgrounds
  logos: PossibleLogo[]
}

const styles: BrandingCalls['styles'] = () => {
  const canvas = canvasColor()
  const run: SampleRun = {
    endsAt: performance.now() + BUDGET_MS,
    left: MAX_ELEMENTS,
    counts: {},
    elements: [],
    described: new Map(),
    backgrounds: { canvas, known: new Map() },
    logos: [],
  }
  walk(run)
  const { width, height } = page.box(page.root()!)
  return {
    viewport: { width: innerWidth, height: innerHeight },
    size: {
      width: Math.max(width, innerWidth),
      height: Math.max(height, page.scrollingElement()?.scrollHeight ?? 0),
    },
    canvas,
    elements: run.elements,
    variables: roleVariables(),
    ...readIdentity(run.logos, run.endsAt),
  }
}

export const calls: BrandingCalls = { styles }

/** What shows where nothing is painted; a dark scheme of the browser's own is dark without any style. */
function canvasColor(): string {
  for (const element of [page.root(), page.body()]) {
    if (!element) continue
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const color = visibleColor(stopsOf(backgroundImage)[0] ?? backgroundColor)
    if (color) return color
  }
  return getComputedStyle(page.root()!).colorScheme === 'dark' ? '#121212' : '#ffffff'
}

function walk(run: SampleRun): void {
  const walkers = [page.walk(page.body() ?? page.root()!)]
  let shadows = 0
  let isSkipping = false
  for (let steps = 0; walkers.length > 0; steps++) {
    if (steps >= MAX_STEPS || run.left <= 0) return
    if (steps >= MIN_STEPS && steps % 32 === 0 && performance.now() > run.endsAt) return
    const walker = walkers.at(-1)!
    const node = isSkipping ? page.nextAfterSubtree(walker) : walker.nextNode()
    isSkipping = false
    if (node === null) walkers.pop()
    else if (node instanceof Text) visitText(node, run)
    else if (SKIPPED.has(page.localName(node as Element))) isSkipping = true
    else {
      const element = node as Element
      visitElement(element, run)
      isSkipping = page.localName(element) === 'svg'
      const shadow = page.shadowRoot(element)
      if (shadow && shadows++ < MAX_SHADOWS) walkers.push(page.walk(shadow))
    }
  }
}

function visitText(node: Text, run: SampleRun): void {
  const text = node.data.trim()
  if (text.length < 2) return
  const element = flatParent(node)
  const met = run.described.get(element)
  if (met) met.chars = Math.min(met.chars + text.length, 2000)
  else if (hasRoom(run, 'text')) sampleElement(element as Element, 'text', run, text.length)
}

function visitElement(element: Element, run: SampleRun): void {
  const name = page.localName(element)
  const words = wordsOf(element)
  const kind = kindOf(element, name, words)
  if (name === 'svg' || name === 'img' || LOGO_NAME.test(words)) visitLogo(element, words, run)
  if (kind !== undefined && hasRoom(run, kind)) sampleElement(element, kind, run)
}

function kindOf(element: Element, name: string, words: string): Kind | undefined {
  if (name === 'button' || name === 'summary' || page.attribute(element, 'role') === 'button') return 'button'
  if (FIELDS.has(name)) {
    const type = page.attribute(element, 'type') ?? ''
    return PRESSED.test(type) && name === 'input' ? 'button' : NO_FIELD.test(type) ? undefined : 'input'
  }
  if (BUTTON_NAME.test(words) && name !== 'svg' && page.box(element).height < 120) return 'button'
  if (name === 'a') return page.attribute(element, 'href') === null ? undefined : 'link'
  if (CODE.has(name)) return 'code'
  if (name === 'svg') return 'icon'
  if (PICTURES.has(name)) return 'picture'
  if (page.attribute(element, 'role') === 'alert' || NOTICE_NAME.test(words)) return 'notice'
  return BOXES.has(name) && (name !== 'span' || SURFACE_NAME.test(words)) ? 'surface' : undefined
}

function wordsOf(element: Element): string {
  let words = ''
  for (const name of ['id', 'class', 'aria-label', 'alt']) {
    const value = page.attribute(element, name)
    if (value) words += `${value.slice(0, LONGEST_WORDS)} `
  }
  return words.trim()
}

function hasRoom(run: SampleRun, kind: Kind | 'logo'): boolean {
  return (run.counts[kind] ?? 0) < MAX_OF_KIND[kind]
}

function visitLogo(element: Element, words: string, run: SampleRun): void {
  if (!hasRoom(run, 'logo')) return
  const isNamed =
    LOGO_NAME.test(words) ||
    page.closest(element, '[class*="logo" i],[id*="logo" i],[class*="brand" i]') !== null
  if (!isNamed && page.closest(element, 'header,nav,[role=banner]') === null) return
  run.counts.logo = (run.counts.logo ?? 0) + 1
  run.logos.push({ element, isNamed })
}

/** Boxes first: what has none cannot be seen, and needs no style. */
function sampleElement(element: Element, kind: Kind, run: SampleRun, chars = 0): void {
  const { left, top, width, height } = page.box(element)
  if (width < 1 || height < 1 || left + width < 0 || left > 20_000) return
  if (kind === 'surface' && width * height < 2000) return
  run.left--
  const style = getComputedStyle(element)
  if (style.visibility !== 'visible' || Number(style.opacity) < 0.05) return
  run.counts[kind] = (run.counts[kind] ?? 0) + 1
  const box = [left + scrollX, top + scrollY, width, height].map((side) => Math.round(side * 10) / 10)
  const described = describeElement(
    element,
    { kind, words: wordsOf(element), chars, box },
    style,
    run.backgrounds,
  )
  run.described.set(element, described)
  run.elements.push(described)
}
