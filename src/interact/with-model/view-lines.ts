import type { PageView, ViewElement } from '../../browser/browser.ts'
import { wordsFor } from './words-for.ts'

/** One element of a page in a line of its own. */
export interface ViewLine {
  ref: string
  /** How many of its ancestors have lines too. */
  depth: number
  text: string
  inView: boolean
  /** Whether something can be done with it, or only read in it. */
  use: 'act' | 'read'
}

/** Roles that hold others and say by themselves what those are for. */
const HOLDERS: ReadonlySet<string> = new Set(
  'alertdialog article banner complementary contentinfo dialog feed figure form grid group list listbox main menu menubar navigation radiogroup region row search table tablist tabpanel toolbar tree treegrid'.split(
    ' ',
  ),
)
/** Roles that are worth a line for what they say. */
const SPEAKERS: ReadonlySet<string> = new Set(
  'alert heading img image progressbar meter status tooltip log timer'.split(' '),
)
/** Text up to this length is told in one line, with whatever it is pieced together from. */
const MOST_MERGED_TEXT = 200
/** What is no higher than this stands in one line, as a rule; what has no more parts is one thing. */
const LINE_HEIGHT = 48
const FEW_PARTS = 4

/** What of a page is worth being told, in the order of the document. */
export function viewLines(view: PageView): ViewLine[] {
  const { holdsLines, parts, hasPieces } = contentsOf(view)
  const telling = { names: countedNames(view), focused: view.focused, origin: URL.parse(view.url)?.origin }
  const places = new Map<string, Place>()
  const lines: ViewLine[] = []
  for (const given of view.elements) {
    const { ref, parent, inView } = given
    const above = (parent === undefined ? undefined : places.get(parent)) ?? TOP
    // Text between controls is in the view piece by piece; told of what holds it, it would be told twice.
    const element = hasPieces.has(ref) ? { ...given, ownText: '' } : given
    const how = howToTell(element, {
      above,
      holdsLines: holdsLines.has(ref),
      parts: parts.get(ref) ?? 0,
    })
    if (how === 'skip' || how === 'known') {
      places.set(ref, how === 'known' ? { ...above, isTold: true } : above)
      continue
    }
    const text = wordsFor(element, how === 'whole' ? element.text : element.ownText, telling)
    lines.push({ ref, depth: above.depth, text, inView, use: isForActing(element) ? 'act' : 'read' })
    const actsAs = isForActing(element) ? element.name || element.text : ''
    places.set(ref, { depth: above.depth + 1, isTold: how === 'whole', actsAs })
  }
  return lines
}

/** Where an element stands among those that have lines. */
interface Place {
  depth: number
  /** Whether all that can be read in it was told already. */
  isTold: boolean
  /** What it is called, when something can be done with it. */
  actsAs: string
}

const TOP: Place = { depth: 0, isTold: false, actsAs: '' }

function isForActing(element: ViewElement): boolean {
  const { clickable, editable, draggable, scrollable, options, checked } = element
  return clickable || editable || draggable || scrollable || options !== undefined || checked !== undefined
}

type Telling = 'skip' | 'known' | 'whole' | 'own'

/** Whether an element is told with all that is in it, with what is its own, or not at all, because nothing is to be told or all is known. */
function howToTell(
  element: ViewElement,
  { above, holdsLines, parts }: { above: Place; holdsLines: boolean; parts: number },
): Telling {
  const { role, name, text, ownText, look, box } = element
  const isShort = text.length <= MOST_MERGED_TEXT
  const isNoControl = role === 'generic' || role === 'text'
  // Inside of a button or tab there is often something that is clicked in its place.
  if (isNoControl && !holdsLines && text !== '' && text === above.actsAs) return 'known'
  if (isForActing(element)) return holdsLines || !isShort ? 'own' : 'whole'
  if (above.isTold) return 'skip'
  if (SPEAKERS.has(role) && (name !== '' || text !== '')) return holdsLines ? 'own' : 'whole'
  const isOneThing = parts <= FEW_PARTS || box.height <= LINE_HEIGHT
  if (!holdsLines && text !== '' && isShort && (isOneThing || role === 'row')) return 'whole'
  if (HOLDERS.has(role) && (name !== '' || text !== '' || holdsLines)) return 'own'
  return ownText !== '' || look?.shape !== undefined ? 'own' : 'skip'
}

/** Which elements hold others that must have lines of their own, of how many parts each consists, and whose text is parts. */
function contentsOf({ elements }: PageView) {
  const holdsLines = new Set<string>()
  const parts = new Map<string, number>()
  const hasPieces = new Set<string>()
  for (const element of elements.toReversed()) {
    const { ref, parent, role, tag } = element
    if (parent === undefined) continue
    if (tag === '#text') hasPieces.add(parent)
    parts.set(parent, (parts.get(parent) ?? 0) + (parts.get(ref) ?? 0) + 1)
    const isOwnLine = isForActing(element) || SPEAKERS.has(role) || element.look?.shape !== undefined
    if (isOwnLine || holdsLines.has(ref)) holdsLines.add(parent)
  }
  return { holdsLines, parts, hasPieces }
}

function countedNames({ elements }: PageView): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  for (const { role, name } of elements) {
    if (role === 'link') counted.set(name, (counted.get(name) ?? 0) + 1)
  }
  return counted
}
