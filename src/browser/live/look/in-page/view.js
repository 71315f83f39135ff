// The page as a person sees it. Nothing of the page is changed by looking.
Object.assign(
  globalThis.winnow,
  (() => {
    const seen = globalThis.winnow.seen
    const { squeeze } = seen
    const page = globalThis.winnow.platform
    const titleOf = page.getter(Document, 'title')
    const UNSEEN = new Set(
      `script style noscript template head meta link title base datalist option optgroup source track param defs
      clipPath mask symbol linearGradient radialGradient marker pattern filter`
        .trim()
        .split(/\s+/),
    )
    const WITHOUT_CHILDREN = new Set(
      'select textarea iframe frame canvas video audio object embed img'.split(' '),
    )
    const NOTHING = { entries: [], text: '', inline: true }
    const KEPT_TEXT = 600
    const LONGEST_TITLE = 500
    const DEEPEST = 400
    const STEPS_PER_LOOK_AT_CLOCK = 50

    let frames = []
    let endsAt = 0
    let steps = 0

    function view({ key, origin, clip, maxElements, budgetMs }) {
      endsAt = performance.now() + budgetMs
      frames = []
      steps = 0
      seen.claim(key)
      const root = page.body() ?? page.root()
      const nodes = root === null ? [] : visit(root, seen.beginLook({ origin, clip })).entries
      const elements = []
      flatten(nodes, undefined, elements)
      const area = page.scrollingElement() ?? page.root()
      return JSON.stringify({
        key: seen.claim(key),
        security: self.origin,
        now: localDay(),
        title: String(titleOf(document)).slice(0, LONGEST_TITLE),
        lang: page.root()?.lang || undefined,
        width: innerWidth,
        height: innerHeight,
        scroll: {
          x: Math.round(scrollX),
          y: Math.round(scrollY),
          maxX: Math.max(0, (area?.scrollWidth ?? 0) - innerWidth),
          maxY: Math.max(0, (area?.scrollHeight ?? 0) - innerHeight),
        },
        focused: focusedRef(),
        elements: elements.length > maxElements ? thinned(elements, maxElements) : elements,
      })
    }

    function localDay() {
      const now = new Date()
      const two = (number) => String(number).padStart(2, '0')
      return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
    }

    function focusedRef() {
      let active = page.activeElement()
      for (;;) {
        const inner = active && page.shadowRoot(active)?.activeElement
        if (!inner) break
        active = inner
      }
      return active === null || active === page.body() || active === page.root()
        ? undefined
        : seen.refOf(active)
    }

    function flatten(nodes, parent, out) {
      for (const { entry, element, children } of nodes) {
        entry.parent = parent
        if (entry.tag === 'iframe' || entry.tag === 'frame') entry.frame = frames.push(element) - 1
        out.push(entry)
        flatten(children, entry.ref, out)
      }
    }

    // What is out of sight and cannot be used goes first.
    function thinned(elements, most) {
      const weight = (one) =>
        (one.inView ? 4 : 0) + (one.clickable || one.editable ? 2 : 0) + (one.ownText ? 1 : 0)
      const weights = elements.map(weight).sort((one, other) => other - one)
      const least = weights[most]
      let ofLeast = most - weights.indexOf(least)
      const kept = elements.filter((one) => weight(one) > least || (weight(one) === least && ofLeast-- > 0))
      const parents = new Map(elements.map((one) => [one.ref, one.parent]))
      const there = new Set(kept.map((one) => one.ref))
      for (const one of kept) {
        while (one.parent !== undefined && !there.has(one.parent)) one.parent = parents.get(one.parent)
      }
      return kept
    }

    // What an element and all in it come to: entries for the view, and the text that can be read.
    function visit(element, from) {
      if (from.level > DEEPEST || isLate()) return NOTHING
      const tag = page.localName(element)
      if (UNSEEN.has(tag) || (tag === 'input' && element.type === 'hidden')) return NOTHING
      const stand = seen.standingOf(element, from)
      if (stand === undefined) return NOTHING
      const inner = childrenIn(element, tag, stand)
      const text = inner.text.slice(0, KEPT_TEXT)
      const isRoot = tag === 'html' || (tag === 'body' && !seen.isEditingHost(element))
      const isOwn = stand.shown && !isRoot
      const entries = isOwn ? seen.entriesOf(element, tag, stand, inner) : seen.withTexts(inner)
      return { entries, text, inline: stand.inline }
    }

    function isLate() {
      if (steps++ % STEPS_PER_LOOK_AT_CLOCK === 0 && performance.now() > endsAt) endsAt = -Infinity
      return endsAt === -Infinity
    }

    function childrenIn(element, tag, stand) {
      const inner = { entries: [], text: '', own: '', texts: [], breaks: false, clip: stand.below.clip }
      if (WITHOUT_CHILDREN.has(tag) || seen.isIcon(tag, stand.box)) return inner
      const isClosed = tag === 'details' && !element.open
      for (const child of seen.childrenOf(element)) {
        if (isClosed && !(child instanceof Element && page.localName(child) === 'summary')) continue
        if (page.type(child) === Node.TEXT_NODE) {
          if (stand.shown) addText(inner, child)
        } else if (page.type(child) === Node.ELEMENT_NODE) addChild(inner, child, stand)
      }
      inner.text = squeeze(inner.text)
      inner.own = squeeze(inner.own)
      return inner
    }

    function addText(inner, node) {
      const { data } = node
      const isBlank = data.trim() === ''
      if (inner.text.length < KEPT_TEXT) inner.text += isBlank ? ' ' : data.slice(0, KEPT_TEXT * 2)
      if (isBlank) return
      const gap = inner.own && inner.entries.length > 0 ? ' … ' : ' '
      if (inner.own.length < KEPT_TEXT) inner.own += gap + data.slice(0, KEPT_TEXT)
      inner.texts.push({ node, at: inner.entries.length })
    }

    function addChild(inner, child, stand) {
      if (page.localName(child) === 'br') {
        inner.text += ' '
        inner.breaks = true
        return
      }
      const { entries, text, inline } = visit(child, stand.below)
      if (inner.text.length < KEPT_TEXT) inner.text += inline ? text : ` ${text} `
      for (const entry of entries) inner.entries.push(entry)
    }

    return { view, hear: seen.hear, viewFrame: (index) => frames[index] }
  })(),
)
