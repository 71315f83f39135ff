import { Element, hasChildren, isTag, isText, Text } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'
import { memoizePerObject } from '../../../language/memoize.ts'
import { codeCells, isCodeLabel, isCodeNoise, lineNumbersOf } from './code-noise.ts'
import { unwrapRedirect } from './unwrap-redirect.ts'
import { mediaLink } from './embedded-media.ts'
import { formulaElement, formulaIn, isFormula, isRepeated } from '../../../content/formula/formula.ts'
import { MAY_HOLD_FORMULA, splitFormulas } from '../../../content/formula/split-formulas.ts'
import { imageUrl, isEmbedded } from './image-url.ts'
import { isPictureOfText, isPixel } from './image-noise.ts'
import { withoutShortcodes } from './shortcodes.ts'
import { UNREADABLE } from '../../../content/parse/readable-text.ts'
import { isSelfLink } from './self-link.ts'

export interface CopySettings {
  base: string | undefined
  removeBase64Images: boolean
  isDropped: (node: ChildNode) => boolean
  /** What is left out with all that is in it, also where a formula or a picture would be kept whatever is dropped. */
  isExcluded?: ((element: Element) => boolean) | undefined
  /** Whether what a `noscript` holds is read like any other element; otherwise only its pictures count. */
  isRead?: (noscript: Element) => boolean
  /** Leaves out links of headings to themselves, labels of code, and players, which become links to their video. */
  withoutFurniture?: boolean
}

/** What needs no change is shared with the page, so nobody may change either. */
export function cleanCopy(nodes: readonly ChildNode[], settings: CopySettings): ChildNode[] {
  return new Copier(settings).copyAll([...nodes])
}

type Copy = ChildNode | readonly ChildNode[] | undefined

class Copier {
  private readonly settings: CopySettings
  private readonly imagesCopied = new Set<string>()
  private isInCode = false
  private lineNumbers: ReadonlySet<Element> = new Set()
  private isInHeading = false
  private isInFormula = false

  constructor(settings: CopySettings) {
    this.settings = settings
  }

  copyAll(nodes: ChildNode[]): ChildNode[] {
    let copies: ChildNode[] | undefined
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]!
      const copy = isText(node)
        ? this.copyText(node)
        : isTag(node)
          ? this.copyElement(node)
          : this.copyOther(node)
      if (copy !== node) copies ??= nodes.slice(0, at)
      if (copies === undefined || copy === undefined) continue
      if (isList(copy)) for (const one of copy) copies.push(one)
      else copies.push(copy)
    }
    return copies ?? nodes
  }

  private copyText(text: Text): Copy {
    if (this.settings.isDropped(text)) return undefined
    if (this.isInCode) return text
    const data = this.settings.withoutFurniture ? withoutShortcodes(text.data) : text.data
    if (!MAY_HOLD_FORMULA.test(data)) return data === text.data ? text : new Text(data)
    return splitFormulas(data).map((piece) =>
      typeof piece === 'string' ? new Text(piece) : formulaElement(piece),
    )
  }

  private copyOther(node: ChildNode): Copy {
    return hasChildren(node) ? this.copyAll(node.children) : undefined
  }

  private copyElement(element: Element): Copy {
    if (this.isExcluded(element)) return undefined
    const special = SPECIAL.get(element.name)
    if (special !== undefined) return special(this, element)
    const { isInFormula } = this
    const copy = this.copyFormula(element) ?? this.copyOrdinary(element)
    this.isInFormula = isInFormula
    return copy
  }

  /** Scripts are left out anyway; whoever says so does not mean the formulas that some hold. */
  private isExcluded(element: Element): boolean {
    return this.settings.isExcluded?.(element) === true && element.name !== 'script'
  }

  copyOrdinary(element: Element): Copy {
    if (UNREADABLE.has(element.name) || this.settings.isDropped(element) || this.isNoise(element))
      return undefined
    const { isInCode, isInHeading, lineNumbers } = this
    if (element.name === 'pre') this.lineNumbers = lineNumbersOf(element)
    if (CODE.has(element.name)) this.isInCode = true
    else if (HEADINGS.has(element.name)) this.isInHeading = true
    const children = this.copyAll(element.children)
    const attributes = this.attributes(element)
    this.isInCode = isInCode
    this.isInHeading = isInHeading
    this.lineNumbers = lineNumbers
    if (children === element.children && attributes === element.attribs) return element
    return new Element(element.name, attributes, children)
  }

  /** Asked before what is hidden is dropped: of the several shapes of a formula only one is shown. */
  copyFormula(element: Element): Copy {
    if (this.isInCode || this.isInFormula || !isFormula(element)) return undefined
    if (isRepeated(element)) return []
    const formula = formulaIn(element)
    if (formula) return formulaElement(formula)
    this.isInFormula = true
    return undefined
  }

  /** An embedded picture that is not wanted leaves its description and no address. */
  copyImage(image: Element): ChildNode | undefined {
    const { base, removeBase64Images, isDropped } = this.settings
    if (isDropped(image)) return undefined
    const url = imageUrl(image, base)
    const description = image.attribs['alt'] ?? ''
    if (url === undefined || isPixel(image, url)) return undefined
    if (isPictureOfText(image)) return new Text(description)
    if (removeBase64Images && isEmbedded(url)) {
      return description === '' || hasFallback(image) ? undefined : new Element('img', { alt: description })
    }
    this.imagesCopied.add(pathOf(url))
    return new Element('img', { ...this.attributes(image), src: url })
  }

  copyNoscript(noscript: Element): Copy {
    if (!this.settings.isRead?.(noscript)) return this.copyFallback(noscript)
    // A text that still belongs to the `noscript` would be written as it is, with all the tags that it spells.
    return this.copyAll(noscript.children).map((node) => (isText(node) ? new Text(node.data) : node))
  }

  /** Pages that load pictures late repeat them for readers without scripts; the text there is not for others. */
  private copyFallback(element: Element): ChildNode[] {
    return element.children.filter(isTag).flatMap((child) => {
      if (this.isExcluded(child)) return []
      if (child.name !== 'img') return this.copyFallback(child)
      const isCopied = this.imagesCopied.has(pathOf(imageUrl(child, this.settings.base) ?? ''))
      return (isCopied ? undefined : this.copyImage(child)) ?? []
    })
  }

  copyMedia(element: Element): Copy {
    const { withoutFurniture, isDropped } = this.settings
    const link = withoutFurniture && !isDropped(element) ? mediaLink(element) : undefined
    return link && this.copyOrdinary(link)
  }

  copyTable(table: Element): Copy {
    const cells = codeCells(table)
    if (!cells || this.settings.isDropped(table)) return this.copyOrdinary(table)
    const { isInCode } = this
    this.isInCode = true
    const lines = cells
      .filter((cell) => !this.isExcludedWithin(cell, table))
      .map((cell) => this.copyAll(cell.children))
    this.isInCode = isInCode
    const [only] = lines
    if (only && lines.length === 1 && holdsPre(only)) return only
    return new Element(
      'pre',
      this.attributes(table),
      lines.map((line) => new Element('div', {}, line)),
    )
  }

  private isExcludedWithin(cell: Element, table: Element): boolean {
    let around: Element | undefined = cell
    while (around && around !== table && !this.isExcluded(around)) {
      around = around.parent && isTag(around.parent) ? around.parent : undefined
    }
    return around !== table
  }

  copyTemplate(template: Element): Copy {
    return template.attribs['shadowrootmode'] === undefined ? undefined : this.copyAll(template.children)
  }

  private isNoise(element: Element): boolean {
    if (this.isInCode) return this.lineNumbers.has(element) || isCodeNoise(element)
    if (!this.settings.withoutFurniture) return false
    return isSelfLink(element, this.isInHeading) || isCodeLabel(element)
  }

  /** Most elements keep their attributes as they are, so they share them with the page. */
  private attributes({ attribs }: Element): Record<string, string> {
    let changed: Record<string, string> | undefined
    for (const name in attribs) {
      const isAddress = URL_ATTRIBUTES.has(name)
      if (!isAddress && !isDroppedAttribute(name)) continue
      const value = isAddress ? completeUrl(attribs[name]!, this.settings.base) : undefined
      if (value === attribs[name]) continue
      changed ??= { ...attribs }
      if (value === undefined) delete changed[name]
      else changed[name] = value
    }
    return changed ?? attribs
  }
}

const SPECIAL: ReadonlyMap<string, (copier: Copier, element: Element) => Copy> = new Map([
  ['img', (copier, element) => copier.copyImage(element)],
  ['noscript', (copier, element) => copier.copyNoscript(element)],
  ['iframe', (copier, element) => copier.copyMedia(element)],
  ['video', (copier, element) => copier.copyMedia(element)],
  ['audio', (copier, element) => copier.copyMedia(element)],
  ['template', (copier, element) => copier.copyTemplate(element)],
  ['table', (copier, element) => copier.copyTable(element)],
  ['input', (copier, element) => (isTaskBox(element) ? copier.copyOrdinary(element) : undefined)],
])

/** A box to tick is content in a list of tasks only; anywhere else it serves the page. */
function isTaskBox({ attribs, parent }: Element): boolean {
  if (attribs['type'] !== 'checkbox') return false
  let up = parent
  for (let level = 0; level < MOST_AROUND_BOX && up !== null && isTag(up); level++, up = up.parent) {
    if (up.name === 'li') return true
  }
  return false
}

/** Between a box and its item stand a label, a paragraph and the like. */
const MOST_AROUND_BOX = 4

function isList(copy: Copy): copy is readonly ChildNode[] {
  return Array.isArray(copy)
}

const CODE = new Set(['pre', 'code', 'samp', 'kbd', 'tt', 'xmp', 'listing'])
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6 dt caption figcaption'.split(' '))
const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'cite', 'poster', 'formaction'])

const DROPPED_ATTRIBUTES = new Set(
  'style srcset sizes data-srcset srcdoc nonce integrity background longdesc ping xlink:href lowsrc dynsrc'.split(
    ' ',
  ),
)

function isDroppedAttribute(name: string): boolean {
  return DROPPED_ATTRIBUTES.has(name) || (name.length > 2 && name.startsWith('on'))
}

function hasFallback({ next }: Element): boolean {
  const beside = next && isText(next) && !/\S/.test(next.data) ? next.next : next
  return beside !== null && isTag(beside) && beside.name === 'noscript'
}

const isOrHoldsPre = memoizePerObject(
  ({ name, children }: Element): boolean => name === 'pre' || holdsPre(children),
)

function holdsPre(nodes: readonly ChildNode[]): boolean {
  return nodes.some((node) => isTag(node) && isOrHoldsPre(node))
}

/** Most addresses are complete as they are written. */
function completeUrl(value: string, base: string | undefined): string | undefined {
  if (COMPLETE_URL.test(value)) return unwrapRedirect(value)
  const url = absoluteUrl(value, base)
  return url !== undefined && READER_URL.test(url) ? unwrapRedirect(url) : undefined
}

/** The schemes that a reader can follow from anywhere, and addresses that stay relative. */
const READER_URL = /^(?:(?:https?|ftp|mailto|tel|sms):|(?![a-z][a-z0-9+.-]*:))/i

const COMPLETE_URL = /^https?:\/\/[a-z0-9.-]+(?:[/?#](?!\S*\/\.)[\w\-.~!$&'()*+,;=:@/?#%]*)?$/

function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}
