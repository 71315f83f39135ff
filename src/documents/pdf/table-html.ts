import type { DocumentStyle } from './document-style.ts'
import { buildLines } from './build-lines.ts'
import { inlineHtml } from './inline-html.ts'
import type { Word } from './page.ts'
import { readsFromRight } from './right-to-left.ts'
import type { FoundTable, TableCell } from './tables/found-table.ts'

/** A table that was found on a page as markup. What is read from right to left has its first column on the right. */
export function tableHtml({ rows, words }: FoundTable, style: DocumentStyle): string {
  const isRightToLeft = readsFromRight([...words])
  const inside = rows.map(({ isHead, cells }) => {
    const ordered = isRightToLeft ? cells.toReversed() : cells
    return `<tr>${ordered.map((cell) => cellHtml(cell, isHead ? 'th' : 'td', { style, isRightToLeft })).join('')}</tr>`
  })
  return `<table role="table" data-merged="markup">${inside.join('')}</table>`
}

interface Reading {
  style: DocumentStyle
  isRightToLeft: boolean
}

function cellHtml({ words, colspan, rowspan }: TableCell, tag: 'th' | 'td', reading: Reading): string {
  const spans = (colspan > 1 ? ` colspan="${colspan}"` : '') + (rowspan > 1 ? ` rowspan="${rowspan}"` : '')
  return `<${tag}${spans}>${textOf(words, reading)}</${tag}>`
}

function textOf(lines: readonly Word[][], { style, isRightToLeft }: Reading): string {
  return inlineHtml(
    lines.filter((words) => words.length > 0).flatMap((words) => buildLines(words, [], isRightToLeft)),
    style,
  )
}
