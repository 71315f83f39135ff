import type { XmlElement } from '../xml.ts'

/** What a property says that is on or off; undefined when it is not there. */
export function isOn(property: XmlElement | undefined): boolean | undefined {
  if (!property) return undefined
  const { 'w:val': inText, 'w14:val': inControl, 'm:val': inFormula } = property.attributes
  return !/^(?:0|false|off|none)$/i.test(inText ?? inControl ?? inFormula ?? '1')
}
