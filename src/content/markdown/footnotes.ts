import { hasChildren, isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { shortText } from './plain-text.ts'

/** The footnotes of a text: links to notes, the notes, and the links back. */
export class Footnotes {
  private readonly labels = new Map<Element, string>()
  private readonly references = new Map<Element, string>()
  private readonly returns = new Set<string>()
  private readonly used = new Set<string>()
  private number = 0

  /** Only links that are marked as references count, and only if their note is in the text. */
  constructor(content: readonly ChildNode[], links: ReadonlyMap<Element, readonly string[]>) {
    if (links.size === 0) return
    const marked = [...links].filter(([link]) => signOf(link) !== undefined)
    const { notes, places } = notesIn(content, new Map(marked.map(([link]) => [link, targetOf(link)])))
    for (const [link, ids] of marked) {
      const found = notes.get(targetOf(link))
      if (found === undefined || isInside(found, places.get(link) ?? 0)) continue
      const { note } = found
      const label = this.labels.get(note) ?? this.newLabel(link)
      this.labels.set(note, label)
      this.used.add(label)
      this.references.set(link, `[^${label}]`)
      for (const id of ids) this.returns.add(id)
    }
    this.returns.delete('')
  }

  /** The visible number or sign, unless another note already uses it. */
  private newLabel(link: Element): string {
    const shown = signOf(link) ?? ''
    if (/^[\w-]{1,20}$/.test(shown) && !this.used.has(shown)) return shown
    this.number = Math.max(this.number, this.labels.size) + 1
    while (this.used.has(String(this.number))) this.number++
    return String(this.number)
  }

  reference(link: Element): string | undefined {
    return this.references.get(link)
  }

  label(element: Element): string | undefined {
    return this.labels.size === 0 ? undefined : this.labels.get(element)
  }

  isBackLink(link: Element): boolean {
    return this.labels.size > 0 && (this.returns.has(targetOf(link)) || isMarkedBackLink(link.attribs))
  }
}

/** The marks that common generators put on a link to a footnote. */
export function isNoteLink({ attribs }: Element): boolean {
  return (
    attribs['role'] === 'doc-noteref' ||
    attribs['data-footnote-ref'] !== undefined ||
    attribs['data-type'] === 'noteref' ||
    attribs['epub:type'] === 'noteref' ||
    NOTE_LINK.test(attribs['class'] ?? '')
  )
}

export function isNoteSign({ name, attribs }: Element): boolean {
  return name === 'sup' && (attribs['data-fn'] !== undefined || NOTE_LINK.test(attribs['class'] ?? ''))
}

const NOTE_LINK = /(?:^|\s)(?:footnote-?ref|footnote-reference|footnote-anchor|footnote-link|fnref)(?:\s|$)/i

function isMarkedBackLink(attribs: Record<string, string>): boolean {
  return (
    attribs['role'] === 'doc-backlink' ||
    attribs['data-footnote-backref'] !== undefined ||
    /(?:^|\s)(?:footnote-?back(?:ref|link)?|reversefootnote|fn-?backref)(?:\s|$)/i.test(
      attribs['class'] ?? '',
    )
  )
}

function targetOf({ attribs }: Element): string {
  const href = attribs['href'] ?? ''
  const at = href.indexOf('#')
  if (at < 0) return ''
  const fragment = href.slice(at + 1)
  return fragment.includes('%') ? (decoded(fragment) ?? fragment) : fragment
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The visible sign of a reference without brackets. Undefined for longer text. */
function signOf(link: Element): string | undefined {
  const sign = shortText(link.children, 8 * MAX_SIGN_CHARS)?.replace(/[\s[\]()]/g, '')
  return sign !== undefined && sign.length <= MAX_SIGN_CHARS ? sign : undefined
}

/** A link with more text is a sentence that happens to link to a note. */
const MAX_SIGN_CHARS = 25

interface Place {
  note: Element
  from: number
  to: number
}

function isInside({ from, to }: Place, place: number): boolean {
  return place > from && place <= to
}

/** A link target inside a note, such as its number, stands for the block around it. */
function notesIn(content: readonly ChildNode[], links: ReadonlyMap<Element, string>) {
  const wanted = new Set(links.values())
  const notes = new Map<string, Place>()
  const places = new Map<Element, number>()
  let at = 0
  const look = (nodes: readonly ChildNode[], parent: Place | undefined) => {
    for (const node of nodes) {
      if (!isTag(node)) {
        if (hasChildren(node)) look(node.children, parent)
        continue
      }
      at++
      if (links.has(node)) places.set(node, at)
      const id = node.attribs['id'] ?? node.attribs['name'] ?? ''
      const own = NOTE_BLOCKS.has(node.name) ? { note: node, from: at, to: at } : undefined
      const place = own ?? parent
      if (id !== '' && wanted.has(id) && place && !notes.has(id)) notes.set(id, place)
      look(node.children, own)
      if (own) own.to = at
    }
  }
  look(content, undefined)
  return { notes, places }
}

const NOTE_BLOCKS = new Set(['li', 'p', 'div', 'aside', 'section', 'dd'])
