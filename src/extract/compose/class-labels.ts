import type { Element } from 'domhandler'
import type { Label } from '../findings/label.ts'

/** Words of classes that are about layout, or about any value at all. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    'item items text txt label value val wrapper wrap box content contents container info information col column cols row rows cell grid flex card block inner outer left right top bottom center small large big md lg sm xs xl mb mt ml mr pb pt px py mx my fs fw bold font color bg d inline none hidden visible main sub primary secondary list element el field data line body header footer entry result results product js is has u c m p span div ' +
    'first last odd even active clearfix pull float btn button icon muted sr only links link meta wrapper'
  ).split(' '),
)
const MOST = 5

/** What the classes and the id of an element call it, without what they share with its record. */
export function classLabels({ attribs }: Element, own: ReadonlySet<string>): Label[] {
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
