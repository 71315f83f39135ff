import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { elementsOf } from './inside.ts'
import type { Cell, Column } from './sheet.ts'
import { textOf } from './text-of.ts'

const LONGEST = 80
const MOST_STEPS = 2000

/** What the records stand under, where they stand under several headings: a column that nothing names. */
export function groupColumn(heads: readonly (Element | undefined)[]): Column[] {
  const distinct = new Set(heads)
  distinct.delete(undefined)
  const filled = heads.filter((head) => head !== undefined).length
  if (distinct.size < 2 || filled * 2 < heads.length || distinct.size === heads.length) return []
  const cells = heads.map((head) => (head === undefined ? undefined : cellOf(head)))
  return [
    {
      key: GROUP,
      labels: [],
      kind: 'text',
      isHeading: false,
      isLink: false,
      isAside: false,
      source: 'record',
      cells,
      repeats: 1,
    },
  ]
}

const GROUP = 'group'

/** Whether a column is what the records stand under. */
export function isGroup({ key }: Column): boolean {
  return key === GROUP
}

function cellOf(head: Element): Cell | undefined {
  const text = textOf(head, LONGEST * 2)
  return text === '' || text.length > LONGEST ? undefined : { text, element: head }
}

/** The heading over each record within what all of them stand in. */
export function headsOver(records: readonly Element[], parent: Element): (Element | undefined)[] {
  const known = new Map<AnyNode, Element | undefined>()
  let steps = 0
  return records.map((record) => {
    // One that is of our own making begins with its heading.
    if (record.children[0] && record.children[0].parent !== record) return undefined
    let at: AnyNode = record
    for (let up = 0; up < 5 && at !== parent; up++) {
      const head = before(at)
      if (head) return head
      if (!at.parent || !isTag(at.parent)) return undefined
      at = at.parent
    }
    return undefined
  })

  function before(node: AnyNode): Element | undefined {
    const passed: AnyNode[] = []
    let found: Element | undefined
    for (let at = node.prev; at && steps < MOST_STEPS * 10; at = at.prev, steps++) {
      if (known.has(at)) {
        found = known.get(at)
        break
      }
      if (isTag(at) && isHead(at)) {
        found = at
        break
      }
      passed.push(at)
    }
    for (const one of passed) known.set(one, found)
    return found
  }
}

/** A heading, or a line of nothing but bold words. */
function isHead(element: Element): boolean {
  if (/^(?:h[2-6]|dt|legend|caption|summary)$/.test(element.name)) return true
  if (!/^(?:p|div)$/.test(element.name)) return false
  const [only, ...others] = elementsOf(element)
  if (!only || others.length > 0 || !/^(?:b|strong)$/.test(only.name)) return false
  return textOf(element, LONGEST * 2) === textOf(only, LONGEST * 2)
}
