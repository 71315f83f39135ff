import { isTag } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import { itemsIn, nameOf, textsOf } from '../structured-data/properties.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { isSameName } from './page-facts.ts'
import { visibleText } from './visible-text.ts'

/** The way that leads to a page, without its beginning and its end, as one text. */
export function breadcrumbCategory(page: ReadablePage, title: string | undefined): string | undefined {
  const trails = [
    ...itemsOf(page)
      .flatMap(trailsIn)
      .map((trail) => stepsOf(trail, page.base)),
    shownTrail(page),
  ]
  for (const trail of trails) {
    const inner = trail
      .filter(({ name, isFront }, index) => !(index === 0 && (isFront || HOME.test(name))))
      .map(({ name }) => name)
    const isAtEnd = isSameName(inner.at(-1), title)
    const way = isAtEnd ? inner.slice(0, -1) : inner
    if (way.length > 0) return way.join(' > ')
  }
  return undefined
}

const HOME =
  /^(?:home(?:page)?|start(?:seite)?|shop|store|main|accueil|inicio|início|principal|pagina iniziale|hoofdpagina|hem|hjem|forside|etusivu|strona główna|domů|úvod|domov|főoldal|kezdőlap|acasă|главная|головна|начало|ana ?sayfa|αρχική|דף הבית|الرئيسية|ホーム|トップ(?:ページ)?|首页|首頁|홈|trang chủ|beranda|🏠)$/iu
const MAX_STEPS = 15

function trailsIn(item: Item): Item[] {
  const within = itemsIn(item, 'breadcrumb', 'mainEntity')
  return [item, ...within].filter(({ types }) => types.includes('BreadcrumbList'))
}

interface Step {
  name: string
  /** Whether it leads to the front of the site. */
  isFront: boolean
}

function isFront(reference: string | undefined, base: string | undefined): boolean {
  const url = reference === undefined ? null : URL.parse(reference, base)
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

/** The trail that readers see: the first element that calls itself so. */
function shownTrail({ root, base }: ReadablePage): Step[] {
  const trail = firstCalled(root)
  if (trail === undefined) return []
  const steps: Step[] = []
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child) || steps.length >= MAX_STEPS) continue
      if (
        child.name === 'a' ||
        (child.name === 'li' && !child.children.some(isTag)) ||
        child.attribs['aria-current'] !== undefined
      ) {
        const name = visibleText(child, 80)
        if (name !== '' && !/^[>/»›|·\\→]+$/.test(name) && steps.at(-1)?.name !== name)
          steps.push({ name, isFront: isFront(child.attribs['href'], base) })
      } else {
        collect(child)
      }
    }
  }
  collect(trail)
  return steps
}

function firstCalled(parent: ParentNode): Element | undefined {
  for (const child of parent.children) {
    if (!isTag(child)) continue
    const { class: classes = '', id = '', 'aria-label': label = '' } = child.attribs
    const isTrail = /bread[-_ ]?crumb/i.test(
      `${classes.slice(0, 300)} ${id.slice(0, 100)} ${label.slice(0, 100)}`,
    )
    const found = isTrail ? child : firstCalled(child)
    if (found !== undefined) return found
  }
  return undefined
}
