import { hasChildren, isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { plainText } from './plain-text.ts'

/** The footnotes of a text: which links refer to one, which elements are one, which links lead back. */
export class Footnotes {
  private readonly labels = new Map<Element, string>()
  private readonly references = new Map<Element, string>()
  private readonly returns = new Set<string>()
  private readonly used = new Set<string>()

  /** Only links that are marked as references count, and only those whose note is in the text. */
  constructor(content: readonly ChildNode[], links: ReadonlyMap<Element, readonly string[]>) {
    if (links.size === 0) return
    const notes = notesIn(content, new Set([...links.keys()].map(targetOf)))
    for (const [link, ids] of links) {
      const note = notes.get(targetOf(link))
      if (note === undefined) continue
      const label = this.labels.get(note) ?? this.newLabel(link)
      this.labels.set(note, label)
      this.used.add(label)
      this.references.set(link, `[^${label}]`)
      for (const id of ids) this.returns.add(id)
    }
    this.returns.delete('')
  }

  /** The number or sign a reader sees, unless another note has it already. */
  private newLabel(link: Element): string {
    const shown = plainText(link.children).replace(/[\s[\]()]/g, '')
    if (/^[\w-]{1,20}$/.test(shown) && !this.used.has(shown)) return shown
    let number = this.labels.size + 1
    while (this.used.has(String(number))) number++
    return String(number)
  }

  reference(link: Element): string | undefined {
    return this.references.get(link)
  }

  /** The label of an element that is a note. */
  label(element: Element): string | undefined {
    return this.labels.size === 0 ? undefined : this.labels.get(element)
  }

  isBackLink(link: Element): boolean {
    return this.labels.size > 0 && (this.returns.has(targetOf(link)) || isMarkedBackLink(link.attribs))
  }
}

/** The marks that the usual generators put on a link to a footnote. */
export function isNoteLink({ attribs }: Element): boolean {
  return (
    attribs['role'] === 'doc-noteref' ||
    attribs['data-footnote-ref'] !== undefined ||
    attribs['data-type'] === 'noteref' ||
    attribs['epub:type'] === 'noteref' ||
    NOTE_LINK.test(attribs['class'] ?? '')
  )
}

/** The same on the raised sign around the link. */
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

/** A place inside a note, such as the number before it, stands for the block around it. */
function notesIn(content: readonly ChildNode[], wanted: ReadonlySet<string>): Map<string, Element> {
  const notes = new Map<string, Element>()
  const look = (nodes: readonly ChildNode[], parent: Element | undefined) => {
    for (const node of nodes) {
      if (isTag(node)) {
        const id = node.attribs['id'] ?? node.attribs['name'] ?? ''
        const note = NOTE_BLOCKS.has(node.name) ? node : parent
        if (id !== '' && wanted.has(id) && note && NOTE_BLOCKS.has(note.name) && !notes.has(id))
          notes.set(id, note)
      }
      if (hasChildren(node)) look(node.children, isTag(node) ? node : parent)
    }
  }
  look(content, undefined)
  return notes
}

const NOTE_BLOCKS = new Set(['li', 'p', 'div', 'aside', 'section', 'dd'])
