import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Place, Survey } from './survey.ts'
import { cuesOf, visibleText } from './visible-text.ts'

/** The brand as the page shows it: labelled, or in an element that is called so. */
export function shownBrand(
  { texts, buttons }: Survey,
  isOurs: (place: Place) => boolean,
): string | undefined {
  for (const { element, text } of texts.filter(isOurs)) {
    const labelled = LABELLED.exec(text)?.[1]
    if (labelled !== undefined) return labelled.trim()
    if (LABEL.test(text) && /^(?:th|dt|td|span|strong|b|div)$/.test(element.name)) {
      const next = nextElement(element)
      const value = next === undefined ? '' : visibleText(next, MAX_BRAND_CHARS + 1)
      if (value !== '' && value.length <= MAX_BRAND_CHARS) return value
    }
  }
  const called = [...texts, ...buttons]
    .filter(isOurs)
    .find(({ element, text }) => CALLED.test(cuesOf(element)) && text.length <= MAX_BRAND_CHARS)
  return called?.text
}

const MAX_BRAND_CHARS = 40
const NAMES =
  'brand|manufacturer|vendor|marke|hersteller|marque|fabricant|marca|fabricante|produttore|merk|varumärke|märke|mærke|merke|merkki|producent|značka|výrobce|márka|gyártó|бренд|производитель|виробник|марка|marka|μάρκα|מותג|العلامة التجارية|ブランド|メーカー|品牌|브랜드|제조사|thương hiệu|ยี่ห้อ|merek'
const LABEL = new RegExp(`^(?:${NAMES})\\s*[:：]?$`, 'iu')
const LABELLED = new RegExp(`^(?:${NAMES})\\s*[:：]\\s*(\\S[^:]{0,39})$`, 'iu')
const CALLED = /(?:^|[\s_-])(?:product-?_*)?(?:brand|vendor)(?:-?_*(?:name|link|title))?(?:\s|$)/

function nextElement(element: Element): Element | undefined {
  for (let node = element.next, steps = 0; node !== null && steps < 5; node = node.next, steps++)
    if (isTag(node)) return node
  return undefined
}

/** The description as the page shows it, when an element is called so. */
export function shownDescription(root: Element | undefined): string | undefined {
  let left = MAX_LOOKED
  let best = ''
  const look = (element: Element): void => {
    if (left-- <= 0) return
    for (const child of element.children) {
      if (!isTag(child)) continue
      if (!DESCRIPTION.test(cuesOf(child))) {
        look(child)
        continue
      }
      const text = visibleText(child, MAX_DESCRIPTION_CHARS)
      if (text.length > best.length) best = text
    }
  }
  if (root !== undefined) look(root)
  return best.length >= MIN_DESCRIPTION_CHARS ? best : undefined
}

const MAX_LOOKED = 50_000
const MAX_DESCRIPTION_CHARS = 5000
const MIN_DESCRIPTION_CHARS = 30
const DESCRIPTION =
  /(?:^|[\s_-])(?:(?:product|item)-?_*)?(?:description|beschreibung|descripcion|descrizione|descricao|opis|omschrijving|beskrivning|rte)(?:[\s_-]|$)/
