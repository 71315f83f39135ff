import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { layoutOf } from '../findings/layout.ts'
import { textOf } from '../findings/text-of.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { moneyIn } from '../../language/money.ts'
import { spokenAvailability } from './availability.ts'
import type { Variant } from './found-product.ts'
import { priceOf } from './offer.ts'
import { cuesOf } from './shown-page.ts'
import type { Place } from './shown-page.ts'

/** One thing that a buyer chooses, such as the size. */
interface OptionGroup {
  label: string
  options: Option[]
}

interface Option {
  value: string
  isGone: boolean
  /** What it costs, where that stands beside it. */
  price?: Variant['price']
}

/** The choices that selects and radio buttons offer, in the order of the page. */
export function shownOptions(controls: readonly Place[], hints: MoneyHints): OptionGroup[] {
  const byName = Map.groupBy(controls, ({ element }) =>
    element.name === 'select' ? element : (element.attribs['name'] ?? ''),
  )
  const distinct = new Map<string, OptionGroup>()
  for (const [first, ...others] of byName.values()) {
    const { name, attribs } = first!.element
    const options =
      name === 'select'
        ? selectOptions(first!.element)
        : [first!, ...others].map((radio) => radioOption(radio, hints))
    const label = cleanLabel(first!.text || attribs['aria-label'] || attribs['name'] || '')
    const isChoice =
      options.length > 1 && ![label, attribs['name'] ?? ''].some((name) => NO_CHOICE.test(name))
    const key = options.map(({ value }) => value.toLowerCase()).join('|')
    if (isChoice && options.every(({ value }) => value !== '') && !distinct.has(key))
      distinct.set(key, { label, options })
  }
  return [...distinct.values()].slice(0, MAX_GROUPS)
}

const MAX_GROUPS = 6
const MAX_OPTIONS = 200
const MAX_VALUE_CHARS = 60

/** What is chosen besides the product itself. */
const NO_CHOICE =
  /qty|quantit|menge|anzahl|cantidad|aantal|antal|ilość|množství|количество|数量|수량|sort|country|land$|pays|currency|language|rating|review|shipping|delivery|payment|subscri|selling.?plan|purchase.?(?:type|option)|gift|warranty|month|year|zip|store|filter|search|\?$/iu

function selectOptions(select: Element): Option[] {
  return select.children
    .filter(isTag)
    .filter(({ name, attribs }) => name === 'option' && attribs['value'] !== '')
    .slice(0, MAX_OPTIONS)
    .map((option) => optionOf(textOf(option, 120), option.attribs['disabled'] !== undefined))
}

/** A radio button is called by the label around it or by the one beside it that is for it. */
function radioOption({ element }: Place, hints: MoneyHints): Option {
  const { attribs, parent } = element
  const beside = parent?.children
    .filter(isTag)
    .find((one) => attribs['id'] && one.attribs['for'] === attribs['id'])
  const label = parent && isTag(parent) && parent.name === 'label' ? parent : beside
  const [text = attribs['aria-label'] || attribs['value'] || '', ...remarks] = label
    ? layoutOf(label).map((spot) => spot.text)
    : []
  const cues = `${cuesOf(element)} ${label ? cuesOf(label) : ''}`
  const isGone =
    attribs['disabled'] !== undefined ||
    /sold-?out|disabled|unavailable/.test(cues) ||
    remarks.some((remark) => spokenAvailability(remark)?.inStock === false)
  const money = remarks.flatMap((remark) => moneyIn(remark, hints))[0]
  return { ...optionOf(text, isGone), ...(money && { price: priceOf(money) }) }
}

/** A value without what the page says about having it. */
function optionOf(text: string, isDisabled: boolean): Option {
  const [, value = text, remark = ''] = /^(.{1,60}?)\s*[-–—(|]\s*([^()]{3,40})\)?$/u.exec(text) ?? []
  const said = spokenAvailability(remark)
  const isGone = isDisabled || (said ?? spokenAvailability(text))?.inStock === false
  return { value: (said ? value : text).slice(0, MAX_VALUE_CHARS), isGone }
}

/** `Colour: red` and `attribute_pa_colour` are both the colour. */
function cleanLabel(label: string): string {
  const [name = ''] = label.split(/[:：]/, 1)
  return name
    .replace(/^\w+\[(.+)\]$/, '$1')
    .replace(/^attribute_(?:pa_)?/, '')
    .replace(/\s*\*$/, '')
    .trim()
    .slice(0, MAX_VALUE_CHARS)
}
