import { PLAIN_PARAGRAPH } from './state.ts'
import type { State } from './state.ts'

/** Words that stand for a character. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['qmspace', '\u2005'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
])

/** The state after a word about letters; undefined when it is about something else. */
export function changeLetters(name: string, value: number | undefined, state: State): State | undefined {
  const isOn = value !== 0
  const { marks } = state
  switch (name) {
    case 'plain':
      return { ...state, marks: {}, isHidden: false, font: -1 }
    case 'b':
      return { ...state, marks: { ...marks, bold: isOn } }
    case 'i':
      return { ...state, marks: { ...marks, italic: isOn } }
    case 'strike':
    case 'striked':
      return { ...state, marks: { ...marks, strike: isOn } }
    case 'super':
      return { ...state, marks: withScript(state, isOn ? 'sup' : undefined) }
    case 'sub':
      return { ...state, marks: withScript(state, isOn ? 'sub' : undefined) }
    case 'nosupersub':
      return { ...state, marks: withScript(state, undefined) }
    case 'v':
    case 'deleted':
      return { ...state, isHidden: isOn }
    case 'f':
      return { ...state, font: value ?? 0 }
  }
  return undefined
}

function withScript({ marks }: State, script: 'sub' | 'sup' | undefined): State['marks'] {
  const { script: _, ...rest } = marks
  return script ? { ...rest, script } : rest
}

/** The state after a word about paragraphs; undefined when it is about something else. */
export function changeParagraph(name: string, value = 0, state: State): State | undefined {
  const { paragraph } = state
  switch (name) {
    case 'pard':
      return { ...state, paragraph: PLAIN_PARAGRAPH }
    case 's':
      return { ...state, paragraph: { ...paragraph, style: value } }
    case 'outlinelevel':
      return { ...state, paragraph: { ...paragraph, outlineLevel: value } }
    case 'ls':
      return { ...state, paragraph: { ...paragraph, list: value } }
    case 'ilvl':
      return { ...state, paragraph: { ...paragraph, level: Math.min(Math.max(value, 0), 8) } }
    case 'intbl':
      return { ...state, paragraph: { ...paragraph, depth: Math.max(paragraph.depth, 1) } }
    case 'itap':
      return { ...state, paragraph: { ...paragraph, depth: Math.max(value, 0) } }
  }
  return undefined
}
