import type { Deed, ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isRecord } from '../page/records.ts'

/** What a deed used, in words: what was put in, what it was done to, and the entry and the named parts of the page that it stands in. */
export function touchedBy(deed: Deed, tree: PageTree | undefined): string[] {
  const put =
    deed.do === 'select'
      ? deed.labels
      : [
          'value' in deed ? deed.value : undefined,
          'text' in deed ? deed.text : undefined,
          deed.do === 'goto' ? deed.url : undefined,
        ]
  const refs = [
    'ref' in deed ? deed.ref : undefined,
    deed.do === 'drag' ? deed.from : undefined,
    deed.do === 'drag' && 'ref' in deed.to ? deed.to.ref : undefined,
  ]
  const around = refs.flatMap((ref) => {
    const element = tree?.get(ref)
    return tree && element ? aroundOf(element, tree) : []
  })
  return [...put, ...around].filter((text) => text !== undefined && text !== '') as string[]
}

/** Whether a deed is aimed at a point: figures of the instruction may be what led there. */
export function isAimed(deed: Deed): boolean {
  return 'at' in deed || deed.do === 'stroke' || (deed.do === 'drag' && !('ref' in deed.to))
}

/** What is called by more than this is named by all that is in it. */
const LONGEST_NAME = 80

function aroundOf(element: ViewElement, tree: PageTree): string[] {
  const outward = tree.ancestors(element)
  const record = outward.find(
    (outer) => outer.text.length > element.text.length && isRecord(outer, tree) && !holdsEntries(outer, tree),
  )
  const names = outward.flatMap((outer) => [outer.name, headOf(outer, tree)])
  // The fourth of five stars is `4`.
  const place = element.name + element.text === '' ? String(tree.siblings(element).indexOf(element) + 1) : ''
  return [
    ...saidBy(element),
    place,
    ...(record ? saidBy(record) : []),
    ...names.filter((name) => name.length <= LONGEST_NAME),
  ]
}

const ENTRY = /^(row|listitem|article|treeitem)$/

/** Whether something is a list or a table of entries rather than one of them: panels of tabs are alike, too. */
function holdsEntries(outer: ViewElement, tree: PageTree): boolean {
  return !ENTRY.test(outer.role) && tree.descendants(outer).filter(({ role }) => ENTRY.test(role)).length > 1
}

/** The heading that a part of the page begins with. */
function headOf(outer: ViewElement, tree: PageTree): string {
  const [head] = tree.children(outer)
  return head?.role === 'heading' ? head.text : ''
}

function saidBy({ name, text, title, placeholder, value, href }: ViewElement): string[] {
  return [name, text, title ?? '', placeholder ?? '', value ?? '', href ?? '']
}
