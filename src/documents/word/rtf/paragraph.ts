import type { Marker, Paragraph } from '../block.ts'
import { headingLevelOf, isMonospaced, roleOfName } from '../heading-name.ts'
import type { Inline } from '../inline.ts'
import type { State } from './state.ts'
import { markerOfLabel } from './tables.ts'
import type { Tables } from './tables.ts'

/** What a line is by the state at its end, and by the label that was written before it. */
export function paragraphOf(content: Inline[], state: State, tables: Tables, label: string): Paragraph {
  const { style: number, outlineLevel, level } = state.paragraph
  const style = tables.styles.get(number ?? 0)
  const name = style?.name ?? ''
  const paragraph: Paragraph = { kind: 'paragraph', style: roleOfName(name) ?? 'text', content }
  const outline = outlineLevel ?? style?.outlineLevel
  const heading = headingLevelOf(name) ?? (outline !== undefined && outline < 9 ? outline + 1 : undefined)
  if (heading !== undefined) paragraph.headingLevel = heading
  if (isMonospaced(tables.fonts.get(state.font)?.name ?? '')) paragraph.isMonospaced = true
  const marker = content.length === 0 ? undefined : markerIn(state, tables, label)
  if (marker) paragraph.item = { level, marker }
  return paragraph
}

function markerIn({ paragraph: { list, level } }: State, tables: Tables, label: string): Marker | undefined {
  if (label.trim() !== '') return markerOfLabel(label)
  return list !== undefined && list > 0 ? tables.countedMarker(list, level) : undefined
}
