// How far a page has come, looked at often and therefore cheaply.
Object.assign(
  globalThis.winnow,
  (() => {
    const page = globalThis.winnow.platform
    const NO_TEXT = new Set('script style noscript template'.split(' '))
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
        expectant: page.scripts().length > 0 && looksUnfinished(),
        refreshMs: refreshMs(),
      }
    }

    // The text is only read until there is enough of it.
    function looksUnfinished() {
      const walkers = [page.walk(page.body() ?? document)]
      let text = ''
      for (let steps = 0; steps < MOST_STEPS && walkers.length > 0 && text.length < ENOUGH_TEXT; steps++) {
        const node = walkers.at(-1).nextNode()
        if (node === null) walkers.pop()
        else if (page.type(node) === Node.TEXT_NODE) text += isShown(node) ? node.data.trim() : ''
        else if (SHOWS_SOMETHING.has(page.localName(node))) return false
        else if (page.shadowRoot(node)) walkers.push(page.walk(page.shadowRoot(node)))
      }
      return text === '' || (text.length < ENOUGH_TEXT && WAITING.test(text))
    }

    function isShown(text) {
      const parent = page.parent(text)
      return !(parent instanceof Element && NO_TEXT.has(page.localName(parent)))
    }

    function refreshMs() {
      const refresh = page.one('meta[http-equiv="refresh" i]')?.content ?? ''
      const [, seconds] = /^\s*([\d.]+)\s*[;,]\s*url/i.exec(refresh) ?? []
      return seconds === undefined ? undefined : Number(seconds) * 1000
    }

    return { state }
  })(),
)
