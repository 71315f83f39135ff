// Runs inside a page, which may be hostile: its elements may carry names of properties (`<input name="parentNode">`),
// its prototypes may be changed, its tree may be huge. So properties are read through the getters of the platform,
// loops count, every list has a limit, and everything is looked at before anything is changed.

const MOST_INSPECTED = 2000
const MOST_REMOVED = 2000
const MOST_NAMED = 50_000
const MOST_QUERY_MS = 300
const MOST_TEXT = 20_000

const CONSENT =
  /cookie|consent|gdpr|dsgvo|rgpd|ccpa|lgpd|datenschutz|privatsph|privacy|vie priv[ée]e|confidentialit|traceur|privacidad|privacidade|riservatezza|informativa|personvern|informasjonskapsl|informationskapsl|integritet|yksityisyy|ev[äa]ste|prywatno|ciastecz|soukrom|s[úu]kromi|adatv[ée]delm|s[üu]ti|confiden[țt]ialit|gizlilik|[çc]erez|персональн|конфиденциальн|куки|файл[ыо]в? cookie|隐私|プライバシー|クッキー|쿠키|개인정보/i
/** Buttons that say yes or no. A link to settings alone does not make a dialog: footers have such links. */
const CHOICE =
  /accept|agree|allow|reject|decline|deny|refuse|got it|i understand|\bok(ay)?\b|akzeptier|zustimm|einverstanden|ablehn|erlauben|verstanden|autoris|continuer sans|acept|rechaz|permitir|aceit|rejeit|accett|rifiut|consenti|accepteer|akkoord|weiger|toestaan|godta|godk[äa]n|avvis|till[åa]t|afvis|tillad|hyv[äa]ksy|hylk|akceptuj|zgadzam|odrzu|přijmout|přijím|souhlas|odmítn|elfogad|elutas|kabul|reddet|tamam|принять|принима|соглас|отклон|接受|同意|拒绝|許可|拒否|동의|수락|거부/i
/** What a page has and a consent dialog has not: an element around it is the page and no overlay. */
const CONTENT = 'main, article, nav, [role="main"], [role="navigation"], [role="feed"]'

// oxlint-disable-next-line no-unused-vars -- The expression around this text calls it.
function removeOverlays(selectors) {
  try {
    const page = platform()
    const named = elementsOf(page, selectors)
    const dialogs = consentDialogs(page)
    const backdrops = named.length + dialogs.found.length > 0 ? emptyCovers(page, dialogs.layers) : []
    const locked = lockedRoots(page)
    const gone = removeAll(page, named) + removeAll(page, dialogs.found) + removeAll(page, backdrops)
    for (let index = 0; index < locked.length; index += 1) unlock(page, locked[index], gone > 0)
    return gone
  } catch {
    // A page that bends the platform this far keeps its overlays.
    return 0
  }
}

/** The platform's own functions, free of what elements and documents are made to say about themselves. */
function platform() {
  const getter = (owner, name) => {
    const { get } = Object.getOwnPropertyDescriptor(owner.prototype, name)
    return (target) => Reflect.apply(get, target, [])
  }
  const method = (owner, name) => {
    const call = owner.prototype[name]
    return (target, ...values) => Reflect.apply(call, target, values)
  }
  return {
    root: getter(Document, 'documentElement')(document),
    body: getter(Document, 'body')(document),
    parent: getter(Node, 'parentNode'),
    text: getter(Node, 'nodeValue'),
    shadow: getter(Element, 'shadowRoot'),
    host: getter(ShadowRoot, 'host'),
    id: getter(Element, 'id'),
    attribute: method(Element, 'getAttribute'),
    query: method(Document, 'querySelectorAll'),
    within: method(Element, 'querySelector'),
    allWithin: method(Element, 'querySelectorAll'),
    allInShadow: method(DocumentFragment, 'querySelectorAll'),
    stack: (root, x, y) =>
      Reflect.apply(
        root === document ? Document.prototype.elementsFromPoint : ShadowRoot.prototype.elementsFromPoint,
        root,
        [x, y],
      ),
    box: method(Element, 'getBoundingClientRect'),
    remove: method(Element, 'remove'),
    style: getter(HTMLElement, 'style'),
  }
}

/** The elements of the selectors; on a huge page those that are found in the time there is. */
function elementsOf(page, selectors) {
  const names = namesIn(page)
  const named = []
  const others = []
  for (let index = 0; index < selectors.length; index += 1) {
    // A selector that begins with an id or a class can only match when that name is on the page.
    const key = /^[a-z0-9-]*([#.][\w-]+)(?![\w\\-])[^,]*$/i.exec(selectors[index])
    if (!key) others[others.length] = selectors[index]
    else if (names.has(key[1])) named[named.length] = selectors[index]
  }
  const found = []
  const end = performance.now() + MOST_QUERY_MS
  const lists = [named, others]
  for (let list = 0; list < lists.length; list += 1) {
    for (let from = 0; from < lists[list].length; from += 25) {
      if (found.length >= MOST_REMOVED || performance.now() > end) return found
      collect(page, lists[list].slice(from, from + 25), found)
    }
  }
  return found
}

function collect(page, selectors, found) {
  try {
    const hits = page.query(document, selectors.join(','))
    for (let index = 0; index < hits.length && found.length < MOST_REMOVED; index += 1) {
      if (hits[index] !== page.root && hits[index] !== page.body) found[found.length] = hits[index]
    }
  } catch {
    // One selector is not CSS; it must not take the others along.
    if (selectors.length > 1) {
      for (let index = 0; index < selectors.length; index += 1) collect(page, [selectors[index]], found)
    }
  }
}

/** The ids and classes on the page, as `#id` and `.class`; on a huge page those of its beginning and its end. */
function namesIn(page) {
  const elements = page.query(document, '[id], [class]')
  const names = new Set()
  for (let index = 0; index < elements.length; index += 1) {
    if (index === MOST_NAMED && elements.length > 2 * MOST_NAMED) index = elements.length - MOST_NAMED
    const id = page.id(elements[index])
    if (id) names.add(`#${id}`)
    const classes = page.attribute(elements[index], 'class')
    if (classes && classes.length < 2000) {
      const list = classes.split(/\s+/)
      for (let at = 0; at < list.length; at += 1) names.add(`.${list[at]}`)
    }
  }
  return names
}

/** What lies over the page, seen at points all over the window: consent dialogs, and all layers that were seen. */
function consentDialogs(page) {
  const layers = new Set()
  const inspected = new Set()
  const rows = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98]
  const columns = [0.03, 0.25, 0.5, 0.75, 0.97]
  for (let row = 0; row < rows.length; row += 1) {
    for (let column = 0; column < columns.length; column += 1) {
      const x = columns[column] * window.innerWidth
      const y = rows[row] * window.innerHeight
      lookAt(page, document, { x, y }, { layers, inspected, depth: 0 })
    }
  }
  const found = []
  layers.forEach((element) => {
    if (isConsentDialog(page, element)) found[found.length] = element
  })
  return { found, layers }
}

/** Notes the layers at a point, in open shadow trees too. */
function lookAt(page, root, point, seen) {
  const stack = page.stack(root, point.x, point.y)
  for (let index = 0; index < stack.length && seen.inspected.size < MOST_INSPECTED; index += 1) {
    for (let element = stack[index]; element && seen.inspected.size < MOST_INSPECTED;) {
      if (element === page.body || element === page.root || seen.inspected.has(element)) break
      seen.inspected.add(element)
      if (element instanceof HTMLElement && isLayer(page, element)) seen.layers.add(element)
      const parent = page.parent(element)
      element =
        parent instanceof Element ? parent : parent instanceof ShadowRoot ? page.host(parent) : undefined
    }
    const shadow = seen.depth < 3 && stack[index] instanceof Element ? page.shadow(stack[index]) : undefined
    if (shadow && shadow !== root) lookAt(page, shadow, point, { ...seen, depth: seen.depth + 1 })
  }
}

/** Whether an element stays where it is while the page scrolls; what is sticky only does so at an edge. */
function isLayer(page, element) {
  const { position } = getComputedStyle(element)
  if (position !== 'sticky') return position === 'fixed'
  const box = page.box(element)
  return box.top <= 40 || box.bottom >= window.innerHeight - 40
}

function isConsentDialog(page, element) {
  if (page.within(element, CONTENT)) return false
  const text = textOf(page, element)
  if (text.length === 0 || text.length >= MOST_TEXT || !CONSENT.test(text)) return false
  const shadow = page.shadow(element)
  const wanted = 'button, a, input[type="button"], input[type="submit"], [role="button"]'
  const lists = [page.allWithin(element, wanted), shadow ? page.allInShadow(shadow, wanted) : []]
  for (let list = 0; list < lists.length; list += 1) {
    for (let index = 0; index < lists[list].length && index < 100; index += 1) {
      const label = textOf(page, lists[list][index]) || page.attribute(lists[list][index], 'value') || ''
      if (label.length < 60 && CHOICE.test(label)) return true
    }
  }
  return false
}

/** The words of an element, its open shadow tree included, up to a limit. */
function textOf(page, element) {
  let text = ''
  const roots = [element, page.shadow(element)]
  for (let index = 0; index < roots.length; index += 1) {
    if (!roots[index]) continue
    const walker = document.createTreeWalker(roots[index], NodeFilter.SHOW_TEXT)
    for (let count = 0; count < MOST_INSPECTED && text.length < MOST_TEXT && walker.nextNode(); count += 1) {
      const parent = page.parent(walker.currentNode)
      if (parent instanceof HTMLScriptElement || parent instanceof HTMLStyleElement) continue
      text += `${page.text(walker.currentNode).slice(0, MOST_TEXT)} `
    }
  }
  return text.trim()
}

/** Layers over the whole window with nothing in them: what dims the page behind a dialog. */
function emptyCovers(page, layers) {
  const found = []
  layers.forEach((element) => {
    const box = page.box(element)
    const covers = box.width >= 0.95 * window.innerWidth && box.height >= 0.95 * window.innerHeight
    if (!covers || page.shadow(element) || textOf(page, element) !== '') return
    if (!page.within(element, 'img, video, canvas, svg, iframe, object, embed, input'))
      found[found.length] = element
  })
  return found
}

function lockedRoots(page) {
  const locked = []
  const roots = [page.root, page.body]
  for (let index = 0; index < roots.length; index += 1) {
    if (!(roots[index] instanceof HTMLElement)) continue
    const { overflowY, position } = getComputedStyle(roots[index])
    const isHidden = overflowY === 'hidden' || overflowY === 'clip'
    // A page that is no longer than the window may hide its overflow for its own reasons.
    const isLong = page.root.scrollHeight > 1.05 * window.innerHeight
    if (isHidden || position === 'fixed') {
      locked[locked.length] = { element: roots[index], isHidden, isFixed: position === 'fixed', isLong }
    }
  }
  return locked
}

function unlock(page, { element, isHidden, isFixed, isLong }, somethingGone) {
  if (!somethingGone && !isLong) return
  const style = page.style(element)
  if (isHidden) style.setProperty('overflow', 'visible', 'important')
  if (isFixed) style.setProperty('position', 'static', 'important')
}

function removeAll(page, elements) {
  let gone = 0
  for (let index = 0; index < elements.length; index += 1) {
    if (!page.parent(elements[index])) continue
    page.remove(elements[index])
    gone += 1
  }
  return gone
}
