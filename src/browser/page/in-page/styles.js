// How a page looks: the computed styles of a bounded sample of what can be seen on it.
Object.assign(
  globalThis.winnow,
  (() => {
    const { platform: page, colorOf, stopsOf, roleVariables, describe } = globalThis.winnow
    const MOST_STEPS = 60_000
    // What a page of usual size has above the fold, however busy the machine is.
    const FEWEST_STEPS = 1000
    const MOST_SHADOWS = 200
    const MOST_OF_KIND = {
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
    const SKIPPED = new Set('script style noscript template iframe object option datalist'.split(' '))
    const BOXES = new Set(
      'body div section header nav main footer aside article form ul ol table figure blockquote span'.split(
        ' ',
      ),
    )
    const PICTURES = new Set('img video canvas'.split(' '))
    const CODE = new Set('pre code kbd samp'.split(' '))
    const FIELDS = new Set('input textarea select'.split(' '))
    const PRESSED = /^(?:submit|button|reset|image)$/i
    const NO_FIELD = /^(?:hidden|checkbox|radio|range|file|color)$/i
    const BUTTON_NAME = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i
    const NOTICE_NAME =
      /(?:^|[\s_-])(?:alert|error|danger|success|warning|invalid|notice|toast|badge|tag|label)(?:$|[\s_-])/i
    const SURFACE_NAME = /(?:^|[\s_-])(?:card|panel|tile|hero|banner|box)(?:$|[\s_-])/i
    const LOGO_NAME = /logo|wordmark|(?:^|[\s_-])brand(?:ing)?(?:$|[\s_-])/i
    const LONGEST_WORDS = 200

    // The sample, within the given time and number of elements.
    function styles({ budgetMs, mostElements }) {
      const run = {
        endsAt: performance.now() + budgetMs,
        left: mostElements,
        counts: {},
        elements: [],
        described: new Map(),
        grounds: new Map(),
        logos: [],
      }
      const canvas = canvasColor()
      run.canvas = canvas
      walk(run)
      const { width, height } = page.box(page.root())
      return {
        viewport: { width: innerWidth, height: innerHeight },
        size: {
          width: Math.max(width, innerWidth),
          height: Math.max(height, page.scrollingElement()?.scrollHeight ?? 0),
        },
        canvas,
        elements: run.elements,
        variables: roleVariables(),
        ...globalThis.winnow.marks(run.logos, run.endsAt),
      }
    }

    // What shows where nothing is painted; a dark scheme of the browser's own is dark without any style.
    function canvasColor() {
      for (const element of [page.root(), page.body()]) {
        if (!element) continue
        const { backgroundColor, backgroundImage } = getComputedStyle(element)
        const color = stopsOf(backgroundImage)[0] ?? colorOf(backgroundColor)
        if (color && !/^#.{6}00$/.test(color)) return color
      }
      return colorOf(getComputedStyle(page.root()).colorScheme === 'dark' ? '#121212' : '#ffffff')
    }

    function walk(run) {
      const walkers = [page.walk(page.body() ?? page.root())]
      let shadows = 0
      let isSkipping = false
      for (let steps = 0; walkers.length > 0; steps++) {
        if (steps >= MOST_STEPS || run.left <= 0) return
        if (steps >= FEWEST_STEPS && steps % 32 === 0 && performance.now() > run.endsAt) return
        const walker = walkers.at(-1)
        const node = isSkipping ? page.nextBehind(walker) : walker.nextNode()
        isSkipping = false
        if (node === null) walkers.pop()
        else if (page.type(node) === Node.TEXT_NODE) meetText(node, run)
        else if (SKIPPED.has(page.localName(node))) isSkipping = true
        else {
          meetElement(node, run)
          isSkipping = page.localName(node) === 'svg'
          const shadow = page.shadowRoot(node)
          if (shadow && shadows++ < MOST_SHADOWS) walkers.push(page.walk(shadow))
        }
      }
    }

    function meetText(node, run) {
      const text = node.data.trim()
      if (text.length < 2) return
      const parent = page.parent(node)
      const element = parent instanceof ShadowRoot ? parent.host : parent
      const met = run.described.get(element)
      if (met) met.chars = Math.min(met.chars + text.length, 2000)
      else if (hasRoom(run, 'text')) take(element, 'text', run, text.length)
    }

    function meetElement(element, run) {
      const name = page.localName(element)
      const words = wordsOf(element)
      const kind = kindOf(element, name, words)
      if (name === 'svg' || name === 'img' || LOGO_NAME.test(words)) meetLogo(element, name, words, run)
      if (kind !== undefined && hasRoom(run, kind)) take(element, kind, run)
    }

    function kindOf(element, name, words) {
      if (name === 'button' || name === 'summary' || page.attribute(element, 'role') === 'button')
        return 'button'
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

    function wordsOf(element) {
      let words = ''
      for (const name of ['id', 'class', 'aria-label', 'alt']) {
        const value = page.attribute(element, name)
        if (value) words += `${value.slice(0, LONGEST_WORDS)} `
      }
      return words.trim()
    }

    function hasRoom(run, kind) {
      return (run.counts[kind] ?? 0) < MOST_OF_KIND[kind]
    }

    function meetLogo(element, name, words, run) {
      if (!hasRoom(run, 'logo')) return
      const isNamed =
        LOGO_NAME.test(words) ||
        page.closest(element, '[class*="logo" i],[id*="logo" i],[class*="brand" i]') !== null
      if (!isNamed && page.closest(element, 'header,nav,[role=banner]') === null) return
      run.counts.logo = (run.counts.logo ?? 0) + 1
      run.logos.push({ element, isNamed })
    }

    // Boxes first: what has none cannot be seen, and needs no style.
    function take(element, kind, run, chars = 0) {
      const { left, top, width, height } = page.box(element)
      if (width < 1 || height < 1 || left + width < 0 || left > 20_000) return
      if (kind === 'surface' && width * height < 2000) return
      run.left--
      const style = getComputedStyle(element)
      if (style.visibility !== 'visible' || Number(style.opacity) < 0.05) return
      run.counts[kind] = (run.counts[kind] ?? 0) + 1
      const box = [left + scrollX, top + scrollY, width, height].map((side) => Math.round(side * 10) / 10)
      const described = describe(element, { kind, words: wordsOf(element), chars, style, box }, run)
      run.described.set(element, described)
      run.elements.push(described)
    }

    return { styles }
  })(),
)
