import { chartHtml } from '../../chart/chart-html.ts'
import { readChart } from '../../open-xml/chart.ts'
import type { ResolveCells } from '../../open-xml/chart.ts'
import { parsePart } from '../../open-xml/part.ts'
import { readRelationships } from '../../open-xml/relationships.ts'
import type { Relationships } from '../../open-xml/relationships.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { escapeText } from '../../markup.ts'
import type { Pictures } from '../../pictures.ts'
import type { CellBudget } from '../cell-budget.ts'
import type { Floating, Sheet } from '../workbook.ts'

/** What drawings need of the document around them. */
export interface DrawingSurroundings {
  zip: Zip
  pictures: Pictures
  resolve: ResolveCells
  budget: CellBudget
}

const MAX_FLOATS = 2000
const MAX_DRAWING_CHARS = 16 * 1024 * 1024

/** The pictures, charts and text boxes that lie over the cells of a sheet. */
export async function readDrawings(
  sheet: Sheet,
  links: Relationships,
  around: DrawingSurroundings,
): Promise<Floating[]> {
  const floats: Floating[] = []
  for (const { type, target } of links.values()) {
    if (type !== 'drawing') continue
    const xml = (await around.zip.readText(target)) ?? ''
    if (xml.length > MAX_DRAWING_CHARS) continue
    const own = await readRelationships(around.zip, target)
    for (const anchor of elementsOf(parsePart(xml)).slice(0, MAX_FLOATS)) {
      const row = Number(textOf(elementAt(anchor, 'xdr:from', 'xdr:row'))) || 0
      for (const html of await objectsHtml(anchor, own, around)) {
        if (!around.budget.takesMarkup(sheet, html)) return floats
        floats.push({ row, html })
      }
    }
  }
  return floats
}

async function objectsHtml(
  anchor: XmlElement,
  links: Relationships,
  around: DrawingSurroundings,
): Promise<string[]> {
  const found: string[] = []
  const waiting = elementsOf(anchor).toReversed()
  while (waiting.length > 0) {
    const object = waiting.pop()!
    const inner =
      object.name === 'mc:AlternateContent'
        ? (elementAt(object, 'mc:Choice') ?? elementAt(object, 'mc:Fallback'))
        : object.name === 'xdr:grpSp' && object
    if (inner) for (const child of elementsOf(inner).toReversed()) waiting.push(child)
    else found.push(await objectHtml(object, links, around))
  }
  return found.filter(Boolean)
}

async function objectHtml(
  object: XmlElement,
  links: Relationships,
  { zip, pictures, resolve }: DrawingSurroundings,
): Promise<string> {
  if (object.name === 'xdr:pic') {
    const id = elementAt(object, 'xdr:blipFill', 'a:blip')?.attributes['r:embed'] ?? ''
    const part = links.get(id)?.target ?? ''
    const alt = elementAt(object, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes['descr'] ?? ''
    return `<p>${await pictures.showPart(part, alt, () => zip.read(part))}</p>`
  }
  if (object.name === 'xdr:graphicFrame') {
    const id = elementAt(object, 'a:graphic', 'a:graphicData', 'c:chart')?.attributes['r:id']
    const part = id === undefined ? undefined : links.get(id)?.target
    const chart = readChart((part && (await zip.readText(part))) || '', resolve)
    return chart ? chartHtml(chart) : ''
  }
  const lines = elementsOf(elementAt(object, 'xdr:txBody'), 'a:p').map((paragraph) =>
    elementsOf(paragraph)
      .map((run) => textOf(elementAt(run, 'a:t')))
      .join(''),
  )
  const text = lines.filter((line) => line.trim() !== '').map(escapeText)
  return text.length > 0 ? `<p>${text.join('<br>')}</p>` : ''
}
