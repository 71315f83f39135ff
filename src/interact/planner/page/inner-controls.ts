import type { ViewElement } from '../../../browser/browser.ts'

const LARGEST = 48
const LEVELS = 4

/**
 * Small things without words in an entry that can be clicked as a whole: a star, a cross, a bin. The page listens at the
 * entry and looks what was hit, so nothing about them says that they are controls of their own.
 */
export function withInnerControls(elements: readonly ViewElement[]): readonly ViewElement[] {
  const byRef = new Map(elements.map((element) => [element.ref, element]))
  const holders = new Set(elements.map(({ parent }) => parent))
  const isControl = (element: ViewElement): boolean => {
    if (element.clickable || element.disabled || element.look.cursor !== 'pointer') return false
    if (holders.has(element.ref) && element.tag !== 'svg') return false
    const { width, height } = element.box
    if (width === 0 || height === 0 || width > LARGEST || height > LARGEST) return false
    if (/[\p{L}\p{N}]/u.test(element.text) || `${element.name}${element.title ?? ''}${element.hints}` === '')
      return false
    let outer = byRef.get(element.parent ?? '')
    for (let level = 0; outer && level < LEVELS; level++, outer = byRef.get(outer.parent ?? ''))
      if (outer.clickable) return outer.text.length > element.text.length + 2
    return false
  }
  return elements.map((element) => (isControl(element) ? { ...element, clickable: true } : element))
}
