import { isTag, isText } from 'domhandler'
import type { Element } from 'domhandler'
import { shortText } from './short-text.ts'

/** A label and its value, where an element holds just these two beside each other. */
export function labelledPair(element: Element): { label: string; value: string } | undefined {
  if (!HOLDERS.has(element.name) || element.children.length > MOST_CHILDREN) return undefined
  const children = element.children.filter(isTag).filter((child) => shortText(child, 1) !== '')
  const isBare = element.children.every((child) => !isText(child) || child.data.trim() === '')
  if (children.length !== 2 || !isBare || !children.every(({ name }) => PARTS.has(name))) return undefined
  const label = shortText(children[0]!, LONGEST_LABEL)
  if (!label || /[!?;,。？！]$|(?:\S+ ){4}.*\.$/.test(label)) return undefined
  const value = shortText(children[1]!, LONGEST_VALUE)
  if (!value || !/\p{L}/u.test(label + value)) return undefined
  return { label, value }
}

const MOST_CHILDREN = 8
const LONGEST_LABEL = 40
const LONGEST_VALUE = 80
const HOLDERS: ReadonlySet<string> = new Set(['div', 'li', 'p'])
const PARTS: ReadonlySet<string> = new Set(['div', 'span', 'b', 'strong', 'p', 'em', 'label', 'time', 'data'])
