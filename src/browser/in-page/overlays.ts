// Takes what lies over a page away. A page may be huge: loops count, every list has a limit, and everything is looked at
// before anything is changed.
import type { OverlayCalls, Point } from './calls.ts'
import * as page from './platform.ts'

const MAX_INSPECTED = 2000
const MAX_REMOVED = 2000
const MAX_NAMED = 50_000
const MAX_QUERY_MS = 300
const MAX_TEXT = 20_000

const CONSENT =
  /cookie|consent|gdpr|dsgvo|rgpd|ccpa|lgpd|datenschutz|privatsph|privacy|vie priv[ée]e|confidentialit|traceur|privacidad|privacidade|riservatezza|informativa|personvern|informasjonskapsl|informationskapsl|integritet|yksityisyy|ev[äa]ste|prywatno|ciastecz|soukrom|s[úu]kromi|adatv[ée]delm|s[üu]ti|confiden[țt]ialit|gizlilik|[çc]erez|персональн|конфиденциальн|куки|файл[ыо]в? cookie|隐私|プライバシー|クッキー|쿠키|개인정보/i
/** Buttons that say yes or no. A link to settings alone does not make a dialog: footers have such links. */
const CHOICE =
  /accept|agree|allow|reject|decline|deny|refuse|got it|i understand|\bok(ay)?\b|akzeptier|zustimm|einverstanden|ablehn|erlauben|verstanden|autoris|continuer sans|acept|rechaz|permitir|aceit|rejeit|accett|rifiut|consenti|accepteer|akkoord|weiger|toestaan|godta|godk[äa]n|avvis|till[åa]t|afvis|tillad|hyv[äa]ksy|hylk|akceptuj|zgadzam|odrzu|přijmout|přijím|souhlas|odmítn|elfogad|elutas|kabul|reddet|tamam|принять|принима|соглас|отклон|接受|同意|拒绝|許可|拒否|동의|수락|거부/i
/** What a page has and a consent dialog has not: an element around it is the page and no overlay. */
const CONTENT = 'main, article, nav, [role="main"], [role="navigation"], [role="feed"]'

const removeOverlays: OverlayCalls['removeOverlays'] = (selectors) => {
  try {
    const named = elementsOf(selectors)
    const { dialogs, layers } = consentDialogs()
    const backdrops = named.length + dialogs.length > 0 ? layers.filter(isEmptyCover) : []
    const unlockers = scrollUnlockers()
    const toRemove = new Set([...named, ...dialogs, ...backdrops].filter((element) => page.parent(element)))
    for (const element of toRemove) remove(element)
    for (const unlock of unlockers) unlock(toRemove.size > 0)
    return toRemove.size
  } catch {
    // A page that bends the platform this far keeps its overlays.
    return 0
  }
}

export const calls: OverlayCalls = { removeOverlays }

const remove = page.method(Element, 'remove')
const styleOf = page.getter(HTMLElement, 'style')

function elementsOf(selectors: readonly string[]): Element[] {
  const names = namesOnPage()
  const named: string[] = []
  const others: string[] = []
  for (const selector of selectors) {
    // A selector that begins with an id or a class can only match when that name is on the page.
    const [, key] = /^[a-z0-9-]*([#.][\w-]+)(?![\w\\-])[^,]*$/i.exec(selector) ?? []
    if (key === undefined) others.push(selector)
    else if (names.has(key)) named.push(selector)
  }
  const found: Element[] = []
  const end = performance.now() + MAX_QUERY_MS
  for (const list of [named, others]) {
    for (let from = 0; from < list.length; from += 25) {
      if (found.length >= MAX_REMOVED || performance.now() > end) return found
      collect(list.slice(from, from + 25), found)
    }
  }
  return found
}

function collect(selectors: readonly string[], found: Element[]): void {
  try {
    for (const hit of page.all(selectors.join(','))) {
      if (found.length >= MAX_REMOVED) return
      if (hit !== page.root() && hit !== page.body()) found.push(hit)
    }
  } catch {
    // One selector is not CSS; it must not take the others along.
    if (selectors.length > 1) for (const selector of selectors) collect([selector], found)
  }
}

/** The ids and classes on the page, as `#id` and `.class`; on a huge page those of its beginning and its end. */
function namesOnPage(): ReadonlySet<string> {
  const elements = page.all('[id], [class]')
  const names = new Set<string>()
  for (let index = 0; index < elements.length; index += 1) {
    if (index === MAX_NAMED && elements.length > 2 * MAX_NAMED) index = elements.length - MAX_NAMED
    const element = elements[index]!
    const id = page.attribute(element, 'id')
    if (id) names.add(`#${id}`)
    const classes = page.attribute(element, 'class')
    if (classes && classes.length < 2000) for (const name of classes.split(/\s+/)) names.add(`.${name}`)
  }
  return names
}

function consentDialogs(): { dialogs: HTMLElement[]; layers: HTMLElement[] } {
  const seen: Seen = { layers: new Set(), inspected: new Set() }
  for (const row of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98]) {
    for (const column of [0.03, 0.25, 0.5, 0.75, 0.97]) {
      const [x, y] = [column * innerWidth, row * innerHeight]
      inspectPoint(document, { x, y }, seen, 0)
    }
  }
  const layers = [...seen.layers]
  return { dialogs: layers.filter(isConsentDialog), layers }
}

interface Seen {
  layers: Set<HTMLElement>
  inspected: Set<Element>
}

function inspectPoint(root: Document | ShadowRoot, { x, y }: Point, seen: Seen, depth: number): void {
  for (const top of page.stackAt(root, x, y)) {
    if (seen.inspected.size >= MAX_INSPECTED) return
    inspect(top, seen)
    const shadow = depth < 3 ? page.shadowRoot(top) : null
    if (shadow && shadow !== root) inspectPoint(shadow, { x, y }, seen, depth + 1)
  }
}

function inspect(top: Element, seen: Seen): void {
  for (let element: Node | null = top; element instanceof Element;) {
    if (seen.inspected.size >= MAX_INSPECTED || seen.inspected.has(element)) return
    if (element === page.body() || element === page.root()) return
    seen.inspected.add(element)
    if (element instanceof HTMLElement && isLayer(element)) seen.layers.add(element)
    const parent: Node | null = page.parent(element)
    element = parent instanceof ShadowRoot ? parent.host : parent
  }
}

/** Whether an element stays where it is while the page scrolls; what is sticky only does so at an edge. */
function isLayer(element: Element): boolean {
  const { position } = getComputedStyle(element)
  if (position !== 'sticky') return position === 'fixed'
  const box = page.box(element)
  return box.top <= 40 || box.bottom >= innerHeight - 40
}

function isConsentDialog(element: Element): boolean {
  if (page.within(element, CONTENT)) return false
  const text = textOf(element)
  if (text.length === 0 || text.length >= MAX_TEXT || !CONSENT.test(text)) return false
  const shadow = page.shadowRoot(element)
  const buttons = [...page.allWithin(element, BUTTONS)].slice(0, 100)
  if (shadow) buttons.push(...[...page.allIn(shadow, BUTTONS)].slice(0, 100))
  return buttons.some((button) => {
    const label = textOf(button) || page.attribute(button, 'value') || ''
    return label.length < 60 && CHOICE.test(label)
  })
}

const BUTTONS = 'button, a, input[type="button"], input[type="submit"], [role="button"]'

function textOf(element: Element): string {
  let text = ''
  for (const root of [element, page.shadowRoot(element)]) {
    if (!root) continue
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT)
    for (let count = 0; count < MAX_INSPECTED && text.length < MAX_TEXT && walker.nextNode(); count += 1) {
      const parent = page.parent(walker.currentNode)
      if (parent instanceof HTMLScriptElement || parent instanceof HTMLStyleElement) continue
      text += `${page.text(walker.currentNode)!.slice(0, MAX_TEXT)} `
    }
  }
  return text.trim()
}

/** A layer over the whole window with nothing in it: what dims the page behind a dialog. */
function isEmptyCover(element: Element): boolean {
  const box = page.box(element)
  const covers = box.width >= 0.95 * innerWidth && box.height >= 0.95 * innerHeight
  if (!covers || page.shadowRoot(element) || textOf(element) !== '') return false
  return !page.within(element, 'img, video, canvas, svg, iframe, object, embed, input')
}

/** What gives scrolling back to each root that is locked now. */
function scrollUnlockers(): ((isSomethingGone: boolean) => void)[] {
  // A page that is no longer than the window may hide its overflow for its own reasons.
  const isLong = page.root()!.scrollHeight > 1.05 * innerHeight
  return [page.root(), page.body()].flatMap((element) => {
    if (!(element instanceof HTMLElement)) return []
    const { overflowY, position } = getComputedStyle(element)
    return (isSomethingGone) => {
      if (!isSomethingGone && !isLong) return
      const style = styleOf(element)
      if (/^(hidden|clip)$/.test(overflowY)) style.setProperty('overflow', 'visible', 'important')
      if (position === 'fixed') style.setProperty('position', 'static', 'important')
    }
  })
}
