import { isTag } from 'domhandler'
import type { AnyNode, Element, ParentNode } from 'domhandler'
import { poolOf } from '../findings/pool.ts'
import { textOf } from '../findings/inside.ts'
import type { ReadablePage } from '../page.ts'
import { itemsIn, nameOf, textsOf } from '../structured-data/item.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { absolute, isSameName } from './page-facts.ts'
import { cuesOf } from './shown-page.ts'

/** The way that leads to a page, without its beginning and its end, as one text. */
export function breadcrumbCategory(page: ReadablePage, title: string | undefined): string | undefined {
  const described = poolOf(page)
    .items.flatMap((item) => [item, ...itemsIn(item, 'breadcrumb', 'mainEntity')])
    .filter(({ types }) => types.includes('BreadcrumbList'))
    .map((trail) => stepsOf(trail, page.base))
  for (const trail of [...described, shownTrail(page)]) {
    const [first] = trail
    const inner = (first && (first.isFront || HOME.test(first.name)) ? trail.slice(1) : trail).map(
      ({ name }) => name,
    )
    const way = isSameName(inner.at(-1), title) ? inner.slice(0, -1) : inner
    if (way.length > 0) return way.join(' > ')
  }
  return undefined
}

const HOME =
  /^(?:home(?:page)?|start(?:seite)?|shop|store|main|accueil|inicio|início|principal|pagina iniziale|hoofdpagina|hem|hjem|forside|etusivu|strona główna|domů|úvod|domov|főoldal|kezdőlap|acasă|главная|головна|начало|ana ?sayfa|αρχική|דף הבית|الرئيسية|ホーム|トップ(?:ページ)?|首页|首頁|홈|trang chủ|beranda|🏠)$/iu
const MAX_STEPS = 15

interface Step {
  name: string
  /** Whether it leads to the front of the site. */
  isFront: boolean
}

function isFront(reference: string | undefined, base: string | undefined): boolean {
  const url = URL.parse(absolute(reference, base) ?? '')
  return url !== null && url.pathname === '/' && url.search === ''
}

function stepsOf(trail: Item, base: string | undefined): Step[] {
  return itemsIn(trail, 'itemListElement')
    .slice(0, MAX_STEPS)
    .map((step, index) => ({ step, position: Number(textsOf(step, 'position')[0] ?? index + 1) }))
    .toSorted((one, other) => one.position - other.position)
    .flatMap(({ step }) => {
      const [item] = itemsIn(step, 'item')
      const name = nameOf(step, 'name') ?? nameOf(item, 'name')
      const reference = textsOf(step, 'item')[0] ?? textsOf(item, '@id', 'url', 'item')[0]
      return name === undefined ? [] : [{ name, isFront: isFront(reference, base) }]
    })
}

/** The trail that readers see: the links and entries in the first element that calls itself so. */
function shownTrail(page: ReadablePage): Step[] {
  const steps: Step[] = []
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children.filter(isTag)) {
      const { name, attribs } = child
      const isStep =
        name === 'a' ||
        attribs['aria-current'] !== undefined ||
        (name === 'li' && !child.children.some(isTag))
      if (!isStep) collect(child)
      const text = isStep ? textOf(child, 80) : ''
      if (/[\p{L}\p{N}🏠]/u.test(text) && steps.at(-1)?.name !== text && steps.length < MAX_STEPS)
        steps.push({ name: text, isFront: isFront(attribs['href'], page.base) })
    }
  }
  for (const node of poolOf(page).ranges.keys()) {
    if (isTrail(node)) collect(outermostTrail(node))
    if (steps.length > 0) break
  }
  return steps
}

function isTrail(node: AnyNode | null): node is Element {
  return (
    node !== null &&
    isTag(node) &&
    /bread[-_ ]?crumb/i.test(`${cuesOf(node)} ${node.attribs['aria-label'] ?? ''}`)
  )
}

/** The steps of a trail are often called like it. */
function outermostTrail(trail: Element): Element {
  return isTrail(trail.parent) ? outermostTrail(trail.parent) : trail
}
