import type { PageState } from '../calls.ts'
import * as page from '../platform.ts'

/** What is there before the content comes, and stays when it does not. */
const BOILERPLATE = page.words('script style noscript template nav header footer aside dialog')
const OVERLAY = /cookie|consent|gdpr|onetrust|didomi|usercentrics|privacy-(banner|notice)/i
const MOUNTS = '#root, #app, #__next, #__nuxt, #app-root, app-root, #svelte, #react-root'
const VISUAL_ELEMENTS = page.words('img svg canvas video iframe object embed frameset')
const WAITING = /\b(loading|please wait|one moment|just a moment|redirecting|being redirected)\b/i
const ENOUGH_TEXT = 300
const MAX_STEPS = 3000

let changedAt = performance.now()
new MutationObserver(() => (changedAt = performance.now())).observe(document, {
  childList: true,
  characterData: true,
  subtree: true,
})

export function state(): PageState {
  return {
    url: location.href,
    ready: page.readyState(),
    contentType: page.contentType(),
    quietMs: performance.now() - changedAt,
    content: page.scripts().length > 0 ? contentSoFar() : 'enough',
    refreshMs: refreshMs(),
  }
}

function contentSoFar(): PageState['content'] {
  if (hasEmptyMount()) return 'none'
  const walkers = [page.walk(page.body() ?? document)]
  let text = ''
  let showsSomething = false
  let isSkipping = false
  for (let steps = 0; steps < MAX_STEPS && walkers.length > 0 && text.length < ENOUGH_TEXT; steps++) {
    const walker = walkers.at(-1)!
    const node = isSkipping ? page.nextAfterSubtree(walker) : walker.nextNode()
    isSkipping = false
    if (node === null) walkers.pop()
    else if (node instanceof Text) text += node.data.trim()
    else if (isBoilerplate(node as Element)) isSkipping = true
    else if (VISUAL_ELEMENTS.has(page.localName(node as Element))) showsSomething = true
    else if (page.shadowRoot(node as Element)) walkers.push(page.walk(page.shadowRoot(node as Element)!))
  }
  if (text.length >= ENOUGH_TEXT) return 'enough'
  return (text === '' && !showsSomething) || WAITING.test(text) ? 'none' : 'little'
}

function isBoilerplate(element: Element): boolean {
  if (BOILERPLATE.has(page.localName(element))) return true
  return OVERLAY.test(`${page.attribute(element, 'id')} ${page.attribute(element, 'class')}`)
}

function hasEmptyMount(): boolean {
  const mount = page.one(MOUNTS)
  return mount !== null && page.lastChild(mount) === null
}

function refreshMs(): number | undefined {
  const refresh = (page.one('meta[http-equiv="refresh" i]') as HTMLMetaElement | null)?.content ?? ''
  const [, seconds] = /^\s*([\d.]+)\s*[;,]\s*url/i.exec(refresh) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

export function quietMs(): number {
  return performance.now() - changedAt
}
