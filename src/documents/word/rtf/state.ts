import type { Marks } from '../block.ts'
import type { CellLayout, RowLayout } from '../flow.ts'
import WORDS from './words.json' with { type: 'json' }

/** What the text of a group goes to. */
type Destination =
  | 'text'
  | 'skipped'
  /** Says nothing itself, but may hold what does. */
  | 'frame'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'information'
  | 'instruction'
  | 'picture'
  | 'label'
  | 'author'
  | 'property name'
  | 'property value'

/** A text that is made from an instruction. */
export interface Field {
  instruction: string
}

/** How paragraphs are until something else is said. */
interface ParagraphState {
  style: number | undefined
  outlineLevel: number | undefined
  list: number | undefined
  level: number
  /** How many tables are around it. */
  depth: number
}

/** What holds inside of a group. */
export interface State {
  destination: Destination
  /** The word that opened the destination. */
  word: string
  marks: Marks
  isHidden: boolean
  font: number
  /** How many characters stand after one in Unicode, for readers who do not know it. */
  fallbackLength: number
  paragraph: ParagraphState
  field: Field | undefined
  href: string | undefined
}

const PLAIN_PARAGRAPH: ParagraphState = {
  style: undefined,
  outlineLevel: undefined,
  list: undefined,
  level: 0,
  depth: 0,
}

export const FIRST_STATE: State = {
  destination: 'text',
  word: '',
  marks: {},
  isHidden: false,
  font: -1,
  fallbackLength: 1,
  paragraph: PLAIN_PARAGRAPH,
  field: undefined,
  href: undefined,
}

/** Words that stand for a character. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.characters))

/** The state after a word about letters; undefined when it is about something else. */
export function changeLetters(name: string, value: number | undefined, state: State): State | undefined {
  const isOn = value !== 0
  const withMarks = (marks: Marks) => ({ ...state, marks: { ...state.marks, ...marks } })
  if (name === 'plain') return { ...state, marks: {}, isHidden: false, font: -1 }
  if (name === 'b') return withMarks({ bold: isOn })
  if (name === 'i') return withMarks({ italic: isOn })
  if (name === 'strike' || name === 'striked') return withMarks({ strike: isOn })
  if (name === 'super') return { ...state, marks: withScript(state, isOn ? 'sup' : undefined) }
  if (name === 'sub') return { ...state, marks: withScript(state, isOn ? 'sub' : undefined) }
  if (name === 'nosupersub') return { ...state, marks: withScript(state, undefined) }
  if (name === 'v' || name === 'deleted') return { ...state, isHidden: isOn }
  return name === 'f' ? { ...state, font: value ?? 0 } : undefined
}

function withScript({ marks }: State, script: 'sub' | 'sup' | undefined): State['marks'] {
  const { script: _, ...rest } = marks
  return script ? { ...rest, script } : rest
}

/** The state after a word about paragraphs; undefined when it is about something else. */
export function changeParagraph(name: string, value = 0, state: State): State | undefined {
  const { depth } = state.paragraph
  const change = (changed: Partial<ParagraphState>) => ({
    ...state,
    paragraph: { ...state.paragraph, ...changed },
  })
  if (name === 'pard') return { ...state, paragraph: PLAIN_PARAGRAPH }
  if (name === 's') return change({ style: value })
  if (name === 'outlinelevel') return change({ outlineLevel: value })
  if (name === 'ls') return change({ list: value })
  if (name === 'ilvl') return change({ level: Math.min(Math.max(value, 0), 8) })
  if (name === 'intbl') return change({ depth: Math.max(depth, 1) })
  return name === 'itap' ? change({ depth: Math.max(value, 0) }) : undefined
}

type Which = 'outer' | 'nested'

/** The layouts of rows, as words tell them. That of a row also holds for those after it. */
export class RowLayouts {
  private readonly layouts: Record<Which, RowLayout> = { outer: emptyLayout(), nested: emptyLayout() }
  private cell: Omit<CellLayout, 'edge'> = PLAIN_CELL

  word(name: string, value: number, which: Which): void {
    const layout = this.layouts[which]
    if (name === 'trowd') {
      this.layouts[which] = emptyLayout()
      this.cell = PLAIN_CELL
    } else if (name === 'trhdr') layout.isHeader = true
    else if (name === 'clmrg') this.cell = { ...this.cell, isJoinedLeft: true }
    else if (name === 'clvmgf') this.cell = { ...this.cell, merge: 'start' }
    else if (name === 'clvmrg') this.cell = { ...this.cell, merge: 'continued' }
    else if (name === 'cellx') {
      if (layout.cells.length < MAX_CELLS) layout.cells.push({ ...this.cell, edge: value })
      this.cell = PLAIN_CELL
    }
  }

  take(which: Which): RowLayout {
    return this.layouts[which]
  }
}

const PLAIN_CELL = { isJoinedLeft: false, merge: 'none' } as const
const MAX_CELLS = 1000

function emptyLayout(): RowLayout {
  return { isHeader: false, cells: [] }
}

/** The words that say what the rest of their group is. 'same' is text inside of text, and nothing inside of nothing. */
export const DESTINATIONS: ReadonlyMap<string, Destination | 'same'> = new Map(
  Object.entries(WORDS.destinations as Record<string, Destination | 'same'>),
)

/** The words whose group says nothing of the text. */
export const SKIPPED: ReadonlySet<string> = new Set(WORDS.skipped.split(' '))
