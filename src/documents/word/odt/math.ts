import { escapeText } from '../../markup.ts'
import type { XmlElement } from '../../xml.ts'

/** A formula in MathML as markup without prefixes; undefined when it is none. */
export function mathHtml(root: XmlElement): string | undefined {
  return localName(root) === 'math' ? write(root, 0) : undefined
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

/** How it was typed in another language of formulas says nothing here. */
function write(element: XmlElement, depth: number): string {
  const name = localName(element)
  if (depth > MAX_DEPTH || name === 'annotation' || !/^[a-z-]+$/i.test(name)) return ''
  const inner = element.children.map((node) =>
    typeof node === 'string' ? escapeText(node) : write(node, depth + 1),
  )
  return `<${name}>${inner.join('')}</${name}>`
}

const MAX_DEPTH = 100
