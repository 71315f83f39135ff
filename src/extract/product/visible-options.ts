import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { spokenAvailability } from './availability.ts'
import type { Place, Survey } from './survey.ts'
import { cuesOf, visibleText } from './visible-text.ts'

/** One thing that a buyer chooses, such as the size. */
interface OptionGroup {
  label: string
  options: Option[]
}

interface Option {
  value: string
  isGone: boolean
}

/** The choices that a part of the page offers, in its order. */
export function visibleOptions(survey: Survey, isOurs: (place: Place) => boolean): OptionGroup[] {
  const labels = labelsFor(survey)
  const controls = survey.controls.filter(isOurs)
  const groups = [
    ...controls
      .filter(({ element }) => element.name === 'select')
      .map(({ element }) => selectGroup(element, labels)),
    ...radioGroups(controls, labels),
  ]
  const distinct = new Map<string, OptionGroup>()
  for (const group of groups) {
    if (group === undefined || group.options.length < 2 || NO_CHOICE.test(group.label) || isCount(group))
      continue
    const key = group.options.map(({ value }) => value.toLowerCase()).join('|')
    if (!distinct.has(key)) distinct.set(key, group)
  }
  return [...distinct.values()].slice(0, MAX_GROUPS)
}

const MAX_GROUPS = 6
const MAX_OPTIONS = 200
const MAX_VALUE_CHARS = 60

/** What is chosen besides the product itself. */
const NO_CHOICE =
  /qty|quantit|menge|anzahl|cantidad|aantal|antal|ilość|množství|количество|数量|수량|sort|country|land$|pays|currency|language|rating|review|shipping|delivery|payment|subscri|selling.?plan|purchase.?(?:type|option)|gift|warranty|month|year|zip|store|filter|search/iu

function isCount({ options }: OptionGroup): boolean {
  const [first, ...rest] = options
    .slice(0, 5)
    .map(({ value }) => (/^\d{1,3}$/.test(value) ? Number(value) : Number.NaN))
  return (first === 0 || first === 1) && rest.every((value, index) => value === first + index + 1)
}

function labelsFor({ texts }: Survey): Map<string, string> {
  const labels = new Map<string, string>()
  for (const { element, text } of texts) {
    const target = element.attribs['for']
    if (element.name === 'label' && target !== undefined) labels.set(target, text)
    if (element.attribs['id'] !== undefined) labels.set(`#${element.attribs['id']}`, text)
  }
  return labels
}

function selectGroup(select: Element, labels: ReadonlyMap<string, string>): OptionGroup | undefined {
  const { attribs } = select
  const label =
    labels.get(attribs['id'] ?? '') ??
    attribs['aria-label'] ??
    before(select) ??
    attribs['name'] ??
    attribs['id'] ??
    ''
  const options: Option[] = []
  const collect = (element: Element): void => {
    for (const child of element.children) {
      if (!isTag(child) || options.length >= MAX_OPTIONS) continue
      if (child.name === 'optgroup') collect(child)
      if (child.name !== 'option') continue
      const text = visibleText(child, 120)
      if (child.attribs['value'] !== '') options.push(optionOf(text, child.attribs['disabled'] !== undefined))
    }
  }
  collect(select)
  return { label: cleanLabel(label, options), options }
}

/** A value without what the page says about having it. */
function optionOf(text: string, isDisabled: boolean): Option {
  const [, value = text, remark = ''] = /^(.{1,60}?)\s*[-–—(|]\s*([^()]{3,40})\)?$/u.exec(text) ?? []
  const said = spokenAvailability(remark)
  const isGone = isDisabled || said?.inStock === false || spokenAvailability(text)?.inStock === false
  return { value: (said === undefined ? text : value).slice(0, MAX_VALUE_CHARS), isGone }
}

function radioGroups(
  controls: readonly Place[],
  labels: ReadonlyMap<string, string>,
): (OptionGroup | undefined)[] {
  const byName = Map.groupBy(
    controls.filter(({ element }) => element.name === 'input'),
    ({ element }) => element.attribs['name'] ?? '',
  )
  return [...byName].map(([name, radios]) => {
    const options = radios.slice(0, MAX_OPTIONS).map(({ element }) => {
      const { attribs } = element
      const around = enclosing(element, (node) => node.name === 'label')
      const text =
        (around === undefined ? undefined : visibleText(around, 80)) || labels.get(attribs['id'] ?? '')
      const isGone =
        attribs['disabled'] !== undefined ||
        /sold-?out|disabled|unavailable/.test(cuesOf(element) + (around === undefined ? '' : cuesOf(around)))
      return optionOf(text || attribs['aria-label'] || attribs['value'] || '', isGone)
    })
    const fieldset = enclosing(radios[0]!.element, isGroup)
    const legend = fieldset === undefined ? undefined : labelOf(fieldset, labels)
    const label = legend ?? before(fieldset ?? sharedBox(radios)) ?? name
    return options.some(({ value }) => value === '')
      ? undefined
      : { label: cleanLabel(label, options), options }
  })
}

/** The smallest element that holds all of them. */
function sharedBox(radios: readonly Place[]): Element {
  const last = radios.at(-1)!.element
  const isAround = (box: Element): boolean => enclosing(last, (node) => node === box) !== undefined
  return enclosing(radios[0]!.element, isAround) ?? radios[0]!.element
}

function isGroup({ name, attribs }: Element): boolean {
  return name === 'fieldset' || attribs['role'] === 'radiogroup'
}

function labelOf(group: Element, labels: ReadonlyMap<string, string>): string | undefined {
  const legend = group.children.find((child) => isTag(child) && child.name === 'legend')
  if (legend !== undefined && isTag(legend)) return visibleText(legend, 80)
  return group.attribs['aria-label'] ?? labels.get(`#${group.attribs['aria-labelledby'] ?? ''}`)
}

/** The nearest element around, not further than a few steps. */
function enclosing(
  element: Element,
  isWanted: (element: Element) => boolean,
  levels = 6,
): Element | undefined {
  let node = element.parent
  for (let level = 0; level < levels && node !== null && isTag(node); level++) {
    if (isWanted(node)) return node
    node = node.parent
  }
  return undefined
}

/** The short text that stands before an element, or before what it stands in alone. */
function before(element: Element, levels = 3): string | undefined {
  let node: Element = element
  for (let level = 0; level < levels; level++) {
    let previous = node.prev
    for (let steps = 0; previous !== null && steps < 5; steps++) {
      const text = isTag(previous)
        ? visibleText(previous, 80)
        : 'data' in previous
          ? String(previous.data).trim()
          : ''
      if (text !== '') return text.length < 40 ? text : undefined
      previous = previous.prev
    }
    if (node.parent === null || !isTag(node.parent)) return undefined
    node = node.parent
  }
  return undefined
}

/** `Colour: red` and `attribute_pa_colour` are both the colour. */
function cleanLabel(label: string, options: readonly Option[]): string {
  const [name = ''] = label.split(/[:：]/, 1)
  const inner = /^\w+\[(.+)\]$/.exec(name.trim())?.[1] ?? name
  const plain = inner
    .replace(/^attribute_(?:pa_)?/, '')
    .replace(/\s*\*$/, '')
    .trim()
  const chosen = options.find(({ value }) => plain.endsWith(` ${value}`))
  return (chosen === undefined ? plain : plain.slice(0, -chosen.value.length))
    .trim()
    .slice(0, MAX_VALUE_CHARS)
}
