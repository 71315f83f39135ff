import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { foldSpace, UNREADABLE } from '../parse/readable-text.ts'
import { REGIONS, regionsOf, isNotShown } from './regions.ts'
import { ElementKinds } from './kind.ts'
import type { ElementKind } from './kind.ts'
import { measureText } from './text-measures.ts'
import type { TextMeasures } from './text-measures.ts'

export interface Place {
  element: Element
  index: number
  parent: Place | undefined
  children: Place[]
  depth: number
  /** What it is in, itself included: bits of `INSIDE`. */
  regions: number
  kind: ElementKind
  /** Characters of its text, of those in links, and of those in running text. */
  chars: number
  linkChars: number
  proseChars: number
  images: number
  /** Its blocks are those from `first` up to, not including, `end`. */
  first: number
  end: number
  /** How many of the elements beside it are of its kind, itself included, and which of them it is, from 0. */
  peers: number
  rank: number
}

/** A run of text that nothing parts: what a reader takes in as one paragraph, heading, item or cell. */
export interface Block extends TextMeasures {
  place: Place
  inner: Place
  text: string
  linkChars: number
  links: number
  /** What the run is made of: texts, and elements without text such as line breaks and pictures. */
  leaves: ChildNode[]
}

export interface Outline {
  body: Place
  places: number
  blocks: Block[]
  loose: Loose[]
}

interface Loose {
  node: ChildNode
  place: Place
}

export function outlineOf(body: Element): Outline {
  const walker = new Walker(body)
  walker.walk()
  for (const block of walker.outline.blocks) addUp(block)
  countPeers(walker.outline.body)
  return walker.outline
}

/** What the walk has open: the run of text that goes on until an element parts it. */
class Walker {
  readonly outline: Outline
  private inner: Place | undefined
  private text = ''
  private linkChars = 0
  private links = 0
  private leaves: ChildNode[] = []
  private loose: Loose[] = []
  private readonly kinds = new ElementKinds()

  constructor(body: Element) {
    this.outline = {
      body: newPlace(body, this.kinds.of('body', ''), 0, undefined),
      places: 1,
      blocks: [],
      loose: [],
    }
  }

  walk(): void {
    const { body } = this.outline
    this.visit(body.element.children, body)
    this.flush()
    body.end = this.outline.blocks.length
  }

  private visit(nodes: readonly ChildNode[], place: Place): void {
    for (const node of nodes) {
      if (isText(node)) this.addText(node, place)
      else if (isTag(node)) this.enter(node, place)
    }
  }

  private addText(node: ChildNode & { data: string }, place: Place): void {
    const { data } = node
    if (this.inner === undefined) {
      if (data.trim() === '') return
      this.inner = place
    }
    this.text += data
    this.leaves.push(node)
    if ((place.regions & REGIONS.link) !== 0) this.linkChars += data.length
  }

  private enter(element: Element, around: Place): void {
    const { name } = element
    if (UNREADABLE.has(name) && !WITHOUT_TEXT.has(name) && !isRead(element)) return
    if (name === 'hr') this.flush()
    if (WITHOUT_TEXT.has(name)) {
      if (name === 'br') this.text += ' '
      if (name === 'img') around.images++
      this.leaves.push(element)
      if (STANDING_ALONE.has(name)) this.loose.push({ node: element, place: around })
      return
    }
    const parts = PARTING.has(name)
    const kind = this.kinds.of(name, element.attribs['class'] ?? '')
    // In the midst of a sentence nothing is there to be found by opening a tab.
    if (!parts && (kind.isUnseen || isNotShown(element.attribs))) return
    if (parts) this.flush()
    const place = newPlace(element, kind, this.outline.places++, around)
    place.first = this.outline.blocks.length
    around.children.push(place)
    if (name === 'a') this.links++
    this.visit(element.children, place)
    if (parts) this.flush()
    place.end = this.outline.blocks.length + (this.inner === undefined ? 0 : 1)
  }

  private flush(): void {
    const { inner } = this
    if (inner === undefined) for (const loose of this.loose) this.outline.loose.push(loose)
    else {
      const text = foldSpace(this.text).trim()
      const measures = measureText(text)
      const linkShare = Math.min(1, this.linkChars / Math.max(1, this.text.length))
      this.outline.blocks.push({
        ...measures,
        place: parted(inner),
        inner,
        text,
        linkChars: measures.chars * linkShare,
        links: this.links,
        leaves: this.leaves,
      })
    }
    this.inner = undefined
    this.text = ''
    this.linkChars = 0
    this.links = 0
    this.leaves = []
    this.loose = []
  }
}

function newPlace(element: Element, kind: ElementKind, index: number, parent: Place | undefined): Place {
  return {
    element,
    index,
    parent,
    children: [],
    depth: parent === undefined ? 0 : parent.depth + 1,
    regions: (parent === undefined ? 0 : parent.regions) | regionsOf(element, kind),
    kind,
    chars: 0,
    linkChars: 0,
    proseChars: 0,
    images: 0,
    first: 0,
    end: 0,
    peers: 1,
    rank: 0,
  }
}

function parted(inner: Place): Place {
  let place = inner
  while (place.parent !== undefined && !PARTING.has(place.element.name)) place = place.parent
  return place
}

function addUp(block: Block): void {
  const proseChars = isProse(block) ? block.chars : 0
  for (let place: Place | undefined = block.place; place !== undefined; place = place.parent) {
    place.chars += block.chars
    place.linkChars += block.linkChars
    place.proseChars += proseChars
  }
}

/** Whether a block reads like a sentence or more, in whatever element it stands. */
export function isProse({ words, stops, commas, linkChars, chars }: Block): boolean {
  return words >= 10 && stops + commas > 0 && linkChars < chars * 0.5
}

function countPeers({ children }: Place): void {
  if (children.length > 1) {
    const counts = new Map<ElementKind, number>()
    for (const child of children) {
      child.rank = counts.get(child.kind) ?? 0
      counts.set(child.kind, child.rank + 1)
    }
    for (const child of children) child.peers = counts.get(child.kind)!
  }
  for (const child of children) if (child.children.length > 0) countPeers(child)
}

/** What has text for readers without scripts, or as the content of a component. */
function isRead({ name, attribs }: Element): boolean {
  return name === 'noscript' || (name === 'template' && attribs['shadowrootmode'] !== undefined)
}

const WITHOUT_TEXT = new Set(['br', 'img', 'hr', 'wbr', 'input', 'col', 'iframe', 'video', 'audio'])

const STANDING_ALONE = new Set(['img', 'hr', 'iframe', 'video', 'audio'])

const PARTING: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol optgroup option p ' +
    'picture pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)
