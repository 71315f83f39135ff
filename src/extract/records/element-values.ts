import { Element, isTag } from 'domhandler'
import type { Label } from './sheet.ts'
import { textOf } from './text-of.ts'

const LONGEST_TEXT = 4000
const STRUCK: ReadonlySet<string> = new Set(['del', 's', 'strike'])
const STRUCK_CLASS = /(?:^|[\s-])(?:line-through|strike|strikethrough|striked|crossed-out)(?:\s|$)/i

/** Whether an element is what no longer holds, by its name or by how it is shown. */
export function isStruck({ name, attribs }: Element): boolean {
  return STRUCK.has(name) || STRUCK_CLASS.test(attribs['class'] ?? '')
}

const UNSEEN_CLASS =
  /(?:^|\s)(?:u-)?(?:sr-?only|screen-?reader(?:-text|-only)?|visually-?hidden|visuallyhidden|a11y-hidden)(?:\s|$)/i

/** The text of an element without what is struck out in it or is only read out, unless nothing else is there. */
export function shownText(element: Element, most: number): string {
  const { children } = element
  const isShown = (child: Element['children'][number]) =>
    !isTag(child) || !(isStruck(child) || UNSEEN_CLASS.test(child.attribs['class'] ?? ''))
  if (children.every(isShown)) return textOf(element, most)
  const shown = new Element('span', {})
  shown.parent = element
  shown.children = children.filter(isShown)
  const text = textOf(shown, most)
  return /[\p{L}\p{N}]/u.test(text) ? text : textOf(element, most)
}

/** What an element says of its value by being what it is: a point in time, or a price that no longer holds. */
export function labelsOfElement(element: Element): Label[] {
  const { name, attribs } = element
  if (isStruck(element) && /\d/.test(textOf(element, 40)))
    return ['old price', 'original price'].map((text) => ({ text, weight: OF_STRUCK }))
  return name === 'time' && /\d{4}-\d\d/.test(attribs['datetime'] ?? '')
    ? [{ text: 'date', weight: OF_TIMES }]
    : []
}

const OF_TIMES = 0.65
const OF_STRUCK = 0.95

/** What an element says to machines. */
export function machineValue(element: Element | undefined): string | undefined {
  if (element === undefined) return undefined
  const { attribs, name } = element
  const value =
    attribs['content'] ??
    attribs['datetime'] ??
    (name === 'data' || name === 'meter' ? attribs['value'] : undefined)
  return value === undefined || value.trim() === '' ? undefined : value.trim().slice(0, LONGEST_TEXT)
}

/** The source of a picture; what stands in for one that is loaded later is none. */
export function pictureOf(attribs: Record<string, string>): string | undefined {
  const candidates = [
    attribs['data-src'],
    attribs['data-original'],
    attribs['data-lazy-src'],
    attribs['src'],
    attribs['srcset']?.trim().split(/[\s,]/, 1)[0],
  ]
  return candidates.find((source) => source !== undefined && source !== '' && !source.startsWith('data:'))
}
