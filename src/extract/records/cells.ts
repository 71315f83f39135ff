import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { aroundTitle, isAroundTitle } from './around-title.ts'
import { isBoilerplate } from './boilerplate.ts'
import { classLabels, namedLabels } from './class-labels.ts'
import { isSilent } from './inside.ts'
import { labelledPair, pairedRow } from './labelled-pair.ts'
import { definitionsIn, isCompound, saidIn } from './definitions.ts'
import { isStruck, machineValue, pictureOf, shownText, labelsOfElement } from './element-values.ts'
import { isLine, linesOf, restOf, soleElement } from './lines.ts'
import { aspectsOf } from './aspects.ts'
import { measuredRow } from './measured-row.ts'
import { partsOf } from './parts.ts'
import type { TextPart } from './text-part.ts'
import type { Cell, Column, Label } from './sheet.ts'
import { textOf } from './text-of.ts'

/** A cell with the place in its record that it comes from. */
export interface PlacedCell
  extends Cell, Pick<Column, 'key' | 'labels' | 'kind' | 'isHeading' | 'isLink' | 'isAside'> {}

/** Of a record, and of a page that is read like one. */
const MOST_CELLS = { record: 200, page: 6000 }
const MOST_NODES = { record: 4000, page: 200_000 }
const LONGEST_TEXT = 4000
/** What is a value of its own in a line although nothing is said about it. */
const APART: ReadonlySet<string> = new Set('img a time del ins s strike'.split(' '))
const IGNORED: ReadonlySet<string> = new Set('button select option textarea input nav label'.split(' '))
/** Everything in a record that may be the value of something, each with a name for its place. */
export function cellsOf(record: Element, isPage = false): PlacedCell[] {
  const walk = new Walk(record, isPage)
  walk.enter(record)
  return walk.cells
}

/** What holds for all that stands in an element. */
interface Around {
  path: string
  labels: readonly Label[]
  isHeading: boolean
  isLink: boolean
  isAside: boolean
  /** The label that it is the value of. */
  label?: string
  /** On a page, the last heading before it. */
  heading?: string
}

const NOTHING: ReadonlySet<Element> = new Set()

class Walk {
  readonly cells: PlacedCell[] = []
  readonly #own: ReadonlySet<string>
  readonly #isPage: boolean
  readonly #aroundTitle: ReadonlySet<Element>
  #nodes = 0

  constructor(record: Element, isPage: boolean) {
    this.#isPage = isPage
    this.#aroundTitle = isPage ? aroundTitle(record) : NOTHING
    this.#own = new Set((record.attribs['class'] ?? '').toLowerCase().split(/[^a-z0-9]+/))
  }

  enter(record: Element): void {
    const around: Around = { path: '', labels: [], isHeading: false, isLink: false, isAside: false }
    if (record.name === 'a') this.#addAddresses(record, { ...around, path: 'a' })
    if (this.#definition(record, around)) return
    if (isLine(record)) this.#line(record, { ...around, path: record.name })
    // A row of a table is a record of cells here, however many it has.
    else if (record.name === 'tr') this.#parts(record, around)
    else this.#children(record, around)
  }

  /** A record that is a term and what is said about it, such as a question with its answer. */
  #definition({ children }: Element, around: Around): boolean {
    const [term, ...rest] = children.filter(isTag)
    if (!term || !/^(?:dt|summary)$/.test(term.name) || rest.length === 0 || isCompound(term)) return false
    const asked = ['question', 'term', 'name'].map((text) => ({ text, weight: 0.8 }))
    this.#text(textOf(term, LONGEST_TEXT), term, { ...around, path: 'term', labels: asked, isHeading: true })
    const said = rest.map((element) => saidIn(element, LONGEST_TEXT)).filter((text) => text !== '')
    const answered = ['answer', 'description', 'definition'].map((text) => ({ text, weight: 0.8 }))
    if (said.length > 0)
      this.#text(said.join(' '), rest[0], { ...around, path: 'definition', labels: answered })
    for (const element of rest) this.#children(element, { ...around, path: '>dd' })
    return true
  }

  #isFull(): boolean {
    const size = this.#isPage ? 'page' : 'record'
    return this.cells.length >= MOST_CELLS[size] || this.#nodes++ > MOST_NODES[size]
  }

  #children(parent: Element, around: Around): void {
    if (parent.name === 'dl') return this.#definitions(parent, around)
    const pair =
      labelledPair(parent) ?? (this.#isPage ? (pairedRow(parent) ?? measuredRow(parent)) : undefined)
    if (pair) return this.#pair(pair, around)
    this.#parts(parent, around)
  }

  #parts(parent: Element, around: Around): void {
    let loose = ''
    let heading: { text: string; isNext: boolean } | undefined
    for (const child of parent.children) {
      if (this.#isFull()) return
      if (isText(child)) loose += ` ${child.data.slice(0, LONGEST_TEXT)}`
      if (!isTag(child)) continue
      this.#element(child, heading ? underHeading(around, heading) : around)
      if (heading) heading.isNext = false
      if (this.#isPage && /^h[2-6]$/.test(child.name)) heading = { text: textOf(child, 80), isNext: true }
    }
    const text = loose.replaceAll(/\s+/g, ' ').trim()
    if (text !== '' && /[\p{L}\p{N}]/u.test(text)) {
      this.#text(text, parent, { ...around, path: `${around.path}#text` })
    }
  }

  /** A list of terms, each with what is said about it. */
  #definitions(list: Element, around: Around): void {
    const parts = definitionsIn(list)
    if (parts.some((part) => part.name === 'dt' && isCompound(part))) return this.#parts(list, around)
    let label = ''
    for (const child of parts) {
      if (this.#isFull()) return
      if (child.name === 'dt') label = textOf(child, 80).replace(/\s*[:：]$/, '')
      else if (child.name === 'dd' && label !== '') this.#pair({ label, value: child }, around)
    }
  }

  #element(element: Element, around: Around): void {
    if (isSilent(element) && element.name !== 'meta') return
    if (IGNORED.has(element.name) || element.attribs['hidden'] !== undefined) return
    const inside = this.#inside(element, around)
    this.#addAddresses(element, inside)
    this.#addSpoken(element, inside)
    if (isLine(element)) this.#line(element, inside)
    else this.#children(element, inside)
  }

  #inside(element: Element, around: Around): Around {
    const { name, attribs } = element
    const called = (attribs['class'] ?? '').trim().split(/\s+/, 1)[0]!.replaceAll(/\d+/g, '').slice(0, 40)
    const own = [...namedLabels(element), ...classLabels(element, this.#own), ...labelsOfElement(element)]
    const isOnly = soleElement(element.parent) === element
    const inherited = isOnly
      ? around.labels
      : around.labels.map(({ text, weight }) => ({ text, weight: weight * 0.7 }))
    return {
      path: `${around.path}>${isStruck(element) ? 'del' : name}${called === '' ? '' : `.${called}`}`,
      labels: [...own, ...inherited].slice(0, 12),
      isHeading: around.isHeading || /^h[1-6]$/.test(name),
      isLink: around.isLink || name === 'a',
      isAside: around.isAside || (this.#isPage && this.#isBeside(element)),
      ...(around.heading !== undefined && { heading: around.heading }),
    }
  }

  /** Navigation and its like; of a page's own header and address too, not of those of an article. */
  #isBeside(element: Element): boolean {
    if (isAroundTitle(element, this.#aroundTitle)) return false
    const isOfPage = !element.parent || !isTag(element.parent) || element.parent.name === 'body'
    return isBoilerplate(element) || (isOfPage && /^(?:header|address)$/.test(element.name))
  }

  /** A line is read as a whole, and what is named inside of it apart. */
  #line(element: Element, around: Around): void {
    const pair = labelledPair(element) ?? (this.#isPage ? pairedRow(element) : undefined)
    if (pair) return this.#pair(pair, around)
    const only = soleElement(element)
    if (only && isLine(only)) return this.#element(only, around)
    const lines = linesOf(element)
    if (lines.length > 1) {
      for (const [nth, line] of lines.entries())
        this.#line(line, { ...around, path: `${around.path}/${nth}` })
      return
    }
    const text = shownText(element, LONGEST_TEXT)
    const machine = machineValue(element)
    if (text !== '' || machine !== undefined) this.#text(text, element, around, machine)
    const rest = restOf(element)
    if (rest !== undefined) this.#text(rest, element, { ...around, path: `${around.path}/rest` })
    for (const child of element.children) {
      if (isTag(child) && (isNamed(child) || APART.has(child.name)) && !this.#isFull()) {
        this.#element(child, around)
      }
    }
  }

  #pair({ label, value }: { label: string; value: Element | AnyNode[] }, around: Around): void {
    const labels = [
      { text: label, weight: 1 },
      ...underIt(label, around),
      ...around.labels.map(({ text, weight }) => ({ text, weight: weight * 0.6 })),
    ]
    const path = `label:${label.toLowerCase().slice(0, 60)}`
    const inside: Around = { ...around, path, labels, label }
    if (!Array.isArray(value)) {
      this.#addAddresses(value, inside)
      this.#addSpoken(value, inside)
      for (const child of value.children)
        if (isTag(child)) this.#addAddresses(child, { ...inside, path: `${path}>` })
      return this.#text(
        shownText(value, LONGEST_TEXT),
        value,
        inside,
        machineValue(value) ?? machineValue(soleElement(value)),
      )
    }
    const text = value
      .map((node) => textOf(node, LONGEST_TEXT))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^\s?[:：]\s?/, '')
      .trim()
    const element = value.find(isTag)
    const parent = value[0]?.parent
    if (element) this.#addAddresses(element, inside)
    this.#text(text, element ?? (parent && isTag(parent) ? parent : undefined), inside, machineValue(element))
  }

  #text(text: string, element: Element | undefined, around: Around, machine?: string): void {
    const { path, isHeading, isLink, isAside } = around
    const parts =
      around.label === undefined ? partsOf(text) : [...partsOf(text), ...aspectsOf(around.label, text)]
    // On a page, what stands above a text that has a label of its own is about its value.
    const named = parts.filter(({ weight }) => weight === 1)
    const isPair = this.#isPage && !isHeading && named.length === 1 && parts.every(({ label }) => label)
    const labels = isPair ? weaker(around.labels, 0.85) : around.labels
    if (text === '' && machine === undefined) return
    const whole = {
      key: path,
      text: text === '' ? machine! : text,
      element,
      labels,
      kind: 'text' as const,
      isHeading,
      isLink,
      isAside,
    }
    this.cells.push(machine === undefined ? whole : { ...whole, machine })
    for (const part of parts) {
      const key =
        part.label === undefined
          ? `${path}/${part.place}`
          : `${part.weight > 0.9 ? 'label' : 'part'}:${part.label.toLowerCase()}`
      const own = labelsOf(part, around)
      const kept = weaker(around.labels, isPair ? 1 : 0.8)
      this.cells.push({
        key,
        text: part.text,
        element,
        labels: [...own, ...kept],
        kind: 'text',
        isHeading: false,
        isLink,
        isAside,
      })
    }
  }

  #addAddresses(element: Element, { path, labels, isHeading, isLink, isAside }: Around): void {
    const { name, attribs } = element
    if (name === 'a' && attribs['href'] && !/^(?:#|javascript:)/i.test(attribs['href'])) {
      const said = [...labels, { text: 'url link', weight: 0.8 }]
      this.cells.push({
        key: `${path}@href`,
        text: attribs['href'],
        element,
        labels: said,
        kind: 'link',
        isHeading,
        isLink: true,
        isAside,
      })
    }
    const source = name === 'img' ? pictureOf(attribs) : undefined
    if (source === undefined) return
    const said = [...labels, { text: 'image', weight: 0.8 }]
    this.cells.push({
      key: `${path}@src`,
      text: source,
      element,
      labels: said,
      kind: 'image',
      isHeading,
      isLink,
      isAside,
    })
  }

  /** What is said to those who cannot see it: the words for a row of stars, the attributes that carry data. */
  #addSpoken(element: Element, { path, labels, isLink, isAside }: Around): void {
    const shown = { element, kind: 'text' as const, isHeading: false, isLink, isAside }
    for (const name of ['aria-label', 'title', 'alt'] as const) {
      const text = element.attribs[name]?.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
      if (text) this.cells.push({ key: `${path}@${name}`, text, labels: weaker(labels, 0.8), ...shown })
    }
    for (const [name, value] of Object.entries(element.attribs).slice(0, 20)) {
      if (!/^data-[a-z][a-z-]{1,30}$/.test(name) || value === '' || value.length > 100) continue
      this.cells.push({
        key: `${path}@${name}`,
        text: value,
        labels: [{ text: name.slice(5), weight: 0.7 }],
        ...shown,
      })
    }
  }
}

function underHeading(around: Around, { text, isNext }: { text: string; isNext: boolean }): Around {
  return { ...around, heading: text, labels: [{ text, weight: isNext ? 0.85 : 0.5 }, ...around.labels] }
}

/** What a label under a heading may be called with it: `Sunday` under `Hours`. */
function underIt(label: string, { heading }: Around): Label[] {
  return heading === undefined ? [] : [{ text: `${label} ${heading}`, weight: 0.95 }]
}

/** What a part is called; an end of a range also by what the whole is called. */
function labelsOf({ label, weight, isEnd = false }: TextPart, around: Around): Label[] {
  if (label === undefined) return []
  const called = isEnd ? around.labels.slice(0, 2) : []
  return [
    { text: label, weight },
    ...(weight === 1 ? underIt(label, around) : []),
    ...called.map((whole) => ({ text: `${whole.text} ${label}`, weight: whole.weight * 0.9 })),
  ]
}

function weaker(labels: readonly Label[], factor: number): Label[] {
  return labels.map(({ text, weight }) => ({ text, weight: weight * factor }))
}

function isNamed({ attribs }: Element): boolean {
  return (
    attribs['class'] !== undefined || attribs['itemprop'] !== undefined || attribs['property'] !== undefined
  )
}
