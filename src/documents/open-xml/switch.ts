import type { XmlElement } from '../xml.ts'

/** What a property says that is on or off; undefined when it is not there. */
export function isOn(property: XmlElement | undefined): boolean | undefined {
  if (!property) return undefined
  return !/^(?:0|false|off|none)$/i.test(
    property.attributes['w:val'] ?? property.attributes['w14:val'] ?? '1',
  )
}
