import { labelIn } from '../findings/cues.ts'
import type { Block, Cell, Heading } from './blocks.ts'
import { LONGEST_SENTENCE, sentencesOf } from '../../language/sentences.ts'

/** The smallest thing that can be quoted: a sentence, a row of a table, a label with its value, a heading. */
export interface Unit {
  text: string
  kind: Block['kind']
  /** Which block of the page it stands in. */
  block: number
  /** Which of that block's. */
  at: number
  heading: Heading | undefined
  label?: string
  /** What it means only together with: the headers of a row. */
  frame?: string
  cells?: readonly Cell[]
}

export function unitsOf(block: Block, index: number, language: string | undefined): Unit[] {
  const { kind, text, heading, label, cells } = block
  const frame = cells?.flatMap(({ header }) => header ?? []).join(' | ')
  const isWhole = kind === 'heading' || kind === 'row' || kind === 'pair'
  if (isWhole && text.length <= LONGEST_SENTENCE) {
    return [
      {
        text,
        kind,
        block: index,
        at: 0,
        heading,
        ...(label && { label }),
        ...(frame && { frame }),
        ...(cells && { cells }),
      },
    ]
  }
  return partsOf(text, kind, language).map((part, at) => {
    const own = at === 0 ? (label ?? labelIn(part)?.label) : labelIn(part)?.label
    return {
      text: part,
      kind,
      block: index,
      at,
      heading,
      ...(frame && { frame }),
      ...(own && { label: own }),
    }
  })
}

/** Sentences; lines of what is set line by line; short things that a bar or a dot sets apart. */
function partsOf(text: string, kind: Block['kind'], language: string | undefined): string[] {
  const lines = kind === 'code' ? text.split('\n') : [text]
  return lines.flatMap((line) => {
    const parts = line.split(/ [|·•‧∙] /u)
    const isListed = parts.length > 1 && parts.every((part) => part.length <= LONGEST_PART)
    return (isListed ? parts : [line]).flatMap((part) => sentencesOf(part, language))
  })
}

const LONGEST_PART = 80
