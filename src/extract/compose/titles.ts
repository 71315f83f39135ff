import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { textOf } from '../findings/inside.ts'
import type { Label } from '../findings/table-heads.ts'

const MOST_STEPS = 40
const HIGHEST = 4
const NOTHING: ReadonlySet<string> = new Set()

/** What a list is called: by the heading before it, by a caption in it, by its classes and those of its records. */
export function titlesOf(parent: Element, record: Element | undefined): string[] {
  const called = [parent, record].flatMap((element) =>
    element === undefined ? [] : classLabels(element, NOTHING).map(({ text }) => text),
  )
  const caption = parent.attribs['aria-label']
  return [headingBefore(parent), caption ?? '', ...called].filter((title) => title !== '').slice(0, 12)
}

/** The nearest heading that stands before an element, or around it. */
export function headingBefore(element: Element): string {
  let at: Element | null = element
  let steps = 0
  for (let level = 0; at !== null && level < HIGHEST; level++) {
    const inside = headingIn(at)
    if (inside !== '' && level === 0) return inside
    for (let before = at.prev; before && steps < MOST_STEPS; before = before.prev, steps++) {
      if (!isTag(before)) continue
      const text = /^(?:h[1-6]|caption|legend|summary)$/.test(before.name)
        ? textOf(before, 120)
        : headingIn(before)
      if (text !== '') return text
    }
    at = at.parent !== null && isTag(at.parent) ? at.parent : null
  }
  return ''
}

/** A heading among the first children, which is that of the whole. */
function headingIn(element: Element): string {
  for (const child of element.children.slice(0, 8)) {
    if (isTag(child) && /^(?:h[1-6]|caption|legend)$/.test(child.name)) return textOf(child, 120)
  }
  return ''
}

/** Words of classes that are about layout, or about any value at all. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    'item items text txt label value val wrapper wrap box content contents container info information col column cols row rows cell grid flex card block inner outer left right top bottom center small large big md lg sm xs xl mb mt ml mr pb pt px py mx my fs fw bold font color bg d inline none hidden visible main sub primary secondary list element el field data line body header footer entry result results product js is has u c m p span div ' +
    'first last odd even active clearfix pull float btn button icon muted sr only links link meta wrapper'
  ).split(' '),
)
const MOST = 5

/** What the classes and the id of an element call it, without what they share with its record. */
function classLabels({ attribs }: Element, own: ReadonlySet<string>): Label[] {
  const names = [...((attribs['class'] ?? '').slice(0, 300).match(/\S+/g) ?? []), attribs['id'] ?? ''].filter(
    (name) => name !== '',
  )
  const labels: Label[] = []
  for (const name of names.slice(0, 8)) {
    const parted = name
      .slice(0, 60)
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
    const words = (parted.match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1 && !GENERIC.has(word))
    const telling = words.filter((word) => !own.has(word))
    const text = (telling.length > 0 ? telling : words).join(' ')
    if (text === '' || labels.length >= MOST) continue
    labels.push({ text, weight: telling.length > 0 ? 0.9 : 0.6 })
    if (telling.length > 1) labels.push({ text: telling.at(-1)!, weight: 0.75 })
  }
  return labels
}
