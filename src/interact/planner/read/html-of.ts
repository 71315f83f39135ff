import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

const BLOCK =
  /^(?:div|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|section|article|header|footer|main|form|fieldset|figure|blockquote)$/

/** Parts of a page as markup, for the reader of pages. */
export function htmlOf(parts: readonly ViewElement[], tree: PageTree): string {
  const tops = parts.filter((part) => !parts.some((other) => other !== part && tree.holds(other, part)))
  return `<!doctype html><title>${escape(tree.view.title)}</title><main>${tops.map((part) => markup(part, tree)).join('\n')}</main>`
}

function markup(element: ViewElement, tree: PageTree): string {
  const { tag } = element
  const name = BLOCK.test(tag) ? tag : /^(?:label|span|strong|b|em|code|a)$/.test(tag) ? 'span' : 'div'
  const children = tree.children(element)
  const isSimple = children.every(
    (child) => !BLOCK.test(child.tag) && !child.clickable && tree.children(child).length === 0,
  )
  const inner = isSimple
    ? escape(element.text || element.ownText)
    : children.map((child) => markup(child, tree)).join(' ')
  return `<${name}>${inner}</${name}>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
