import type { Block, Cell, Table } from './block.ts'
import { inlineHtml, isEmpty } from './inline.ts'
import { taskOf, writtenMarker } from './list-html.ts'

/** A table as markup. A merged cell says in every place it covers what it says in its first. */
export function tableHtml({ rows }: Table): string {
  if (rows.length === 0) return ''
  const lines = rows.map(({ cells, isHeader }) => {
    const tag = isHeader ? 'th' : 'td'
    return `<tr>${cells.map((cell) => `<${tag}${spans(cell)}>${flatHtml(cell.blocks)}</${tag}>`).join('')}</tr>`
  })
  return `<table role="table" data-merged="repeat">\n${lines.join('\n')}\n</table>`
}

function spans({ colSpan, rowSpan }: Cell): string {
  const columns = colSpan > 1 ? ` colspan="${colSpan}"` : ''
  return rowSpan > 1 ? `${columns} rowspan="${rowSpan}"` : columns
}

/** What a cell holds, in lines: a table in a cell becomes its rows. */
function flatHtml(blocks: readonly Block[], depth = 0): string {
  if (depth > MAX_NESTING) return ''
  const lines: string[] = []
  for (const block of blocks) {
    if (block.kind === 'table') {
      for (const { cells } of block.rows) {
        lines.push(cells.map((cell) => flatHtml(cell.blocks, depth + 1)).join(' '))
      }
    } else if (!isEmpty(block.content)) {
      const task = taskOf(block.content)
      if (task) lines.push(`- [${task.isChecked ? 'x' : ' '}] ${inlineHtml(task.rest)}`)
      else lines.push((block.item ? writtenMarker(block.item.marker) : '') + inlineHtml(block.content))
    }
  }
  return lines.filter((line) => line.trim() !== '').join('<br>')
}

const MAX_NESTING = 50
