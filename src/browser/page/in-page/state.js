// How far a page has come, looked at often and therefore cheaply.
Object.assign(
  globalThis.winnow,
  (() => {
    const page = globalThis.winnow.platform
    // What is there before the content comes, and stays when it does not.
    const AROUND = new Set('script style noscript template nav header footer aside dialog'.split(' '))
    const OVERLAY = /cookie|consent|gdpr|onetrust|didomi|usercentrics|privacy-(banner|notice)/i
    const MOUNTS = '#root, #app, #__next, #__nuxt, #app-root, app-root, #svelte, #react-root'
    const SHOWS_SOMETHING = new Set('img svg canvas video iframe object embed frameset'.split(' '))
    const WAITING = /\b(loading|please wait|one moment|just a moment|redirecting|being redirected)\b/i
    const ENOUGH_TEXT = 300
    const MOST_STEPS = 3000

    let changedAt = performance.now()
    new MutationObserver(() => (changedAt = performance.now())).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })

    function state() {
      return {
        url: location.href,
        ready: page.readyState(),
        contentType: page.contentType(),
        quietMs: performance.now() - changedAt,
        content: page.scripts().length > 0 ? contentSoFar() : 'enough',
        refreshMs: refreshMs(),
      }
    }

    // The text is only read until there is enough of it.
    function contentSoFar() {
      if (hasEmptyMount()) return 'none'
      const walkers = [page.walk(page.body() ?? document)]
      let text = ''
      let showsSomething = false
      let isSkipping = false
      for (let steps = 0; steps < MOST_STEPS && walkers.length > 0 && text.length < ENOUGH_TEXT; steps++) {
        const walker = walkers.at(-1)
        const node = isSkipping ? page.nextBehind(walker) : walker.nextNode()
        isSkipping = false
        if (node === null) walkers.pop()
        else if (page.type(node) === Node.TEXT_NODE) text += node.data.trim()
        else if (isAround(node)) isSkipping = true
        else if (SHOWS_SOMETHING.has(page.localName(node))) showsSomething = true
        else if (page.shadowRoot(node)) walkers.push(page.walk(page.shadowRoot(node)))
      }
      if (text.length >= ENOUGH_TEXT) return 'enough'
      return (text === '' && !showsSomething) || WAITING.test(text) ? 'none' : 'little'
    }

    function isAround(element) {
      if (AROUND.has(page.localName(element))) return true
      return OVERLAY.test(`${page.attribute(element, 'id')} ${page.attribute(element, 'class')}`)
    }

    // An element that scripts fill, and have not yet.
    function hasEmptyMount() {
      const mount = page.one(MOUNTS)
      return mount !== null && page.lastChild(mount) === null
    }

    function refreshMs() {
      const refresh = page.one('meta[http-equiv="refresh" i]')?.content ?? ''
      const [, seconds] = /^\s*([\d.]+)\s*[;,]\s*url/i.exec(refresh) ?? []
      return seconds === undefined ? undefined : Number(seconds) * 1000
    }

    return { state, quietMs: () => performance.now() - changedAt }
  })(),
)
