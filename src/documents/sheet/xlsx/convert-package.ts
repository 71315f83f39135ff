import { UnreadableDocument } from '../../converted.ts'
import type { ConversionWish, Converted } from '../../converted.ts'
import type { CellFormats } from '../../number-format/number-format.ts'
import { openPackage, readRelationships, targetOf } from '../../open-xml/package.ts'
import type { Relationships } from '../../open-xml/package.ts'
import { Pictures } from '../../pictures.ts'
import type { Zip } from '../../zip.ts'
import { workbookHtml } from '../workbook-html.ts'
import { CellBudget, cellResolver, emptySheet, hiddenWarnings } from '../workbook.ts'
import type { Sheet } from '../workbook.ts'
import { readDrawings, readNotes, readPeople } from './overlays.ts'

/** The sheets that a workbook lists, in their order. */
export interface WorkbookList {
  sheets: ListedSheet[]
  is1904: boolean
}

interface ListedSheet {
  name: string
  /** The id of the link that leads to its part. */
  linkId: string
  isHidden: boolean
}

/** What a sheet needs of the workbook around it. */
export interface SheetSurroundings {
  strings: readonly string[]
  formats: CellFormats
  budget: CellBudget
  relationships: Relationships
}

/** The two ways of writing the parts of a workbook: as XML, and as records of bytes. */
export interface PartReaders {
  readList(part: Uint8Array): WorkbookList
  readStrings(part: Uint8Array): string[]
  readStyles(part: Uint8Array, is1904: boolean): CellFormats
  readSheet(part: Uint8Array, sheet: Sheet, around: SheetSurroundings): void
}

/** Reads a workbook that is an archive of parts. */
export async function convertPackage(
  bytes: Uint8Array,
  { keepImages }: ConversionWish,
  readers: PartReaders,
): Promise<Converted> {
  const { zip, mainPart, relationships: links, metadata } = await openPackage(bytes, USUAL_PARTS)
  const listPart = await zip.read(mainPart)
  if (!listPart) {
    throw new UnreadableDocument('damaged', 'The file is not a workbook: its main part is missing.')
  }
  const list = readers.readList(listPart)
  const budget = new CellBudget()
  const shared = {
    strings: readers.readStrings(await partOf(zip, links, 'sharedStrings')),
    formats: readers.readStyles(await partOf(zip, links, 'styles'), list.is1904),
    budget,
  }
  const sheets: Sheet[] = []
  const linksOf = new Map<Sheet, Relationships>()
  for (const { name, linkId, isHidden } of list.sheets) {
    const target = links.get(linkId)?.target
    if (isHidden || target === undefined) continue
    const sheet = emptySheet(name)
    const relationships = await readRelationships(zip, target)
    readers.readSheet((await zip.read(target)) ?? NOTHING, sheet, { ...shared, relationships })
    sheets.push(sheet)
    linksOf.set(sheet, relationships)
  }
  const around = { zip, pictures: new Pictures(keepImages), resolve: cellResolver(sheets), budget }
  const people = await readPeople(zip, links)
  for (const [sheet, relationships] of linksOf) {
    sheet.floats = await readDrawings(sheet, relationships, around)
    sheet.notes = await readNotes(zip, people, relationships)
  }
  const warnings = [...hiddenWarnings(list.sheets), ...budget.warnings()]
  return workbookHtml({ sheets, metadata, warnings })
}

/** Where the list of sheets stands in a package that does not say so. */
const USUAL_PARTS = ['xl/workbook.xml', 'xl/workbook.bin']
const NOTHING = new Uint8Array()

async function partOf(zip: Zip, links: Relationships, type: string): Promise<Uint8Array> {
  const target = targetOf(links, type)
  return (target === undefined ? undefined : await zip.read(target)) ?? NOTHING
}
