import { chartHtml } from '../../chart.ts'
import { escapeText } from '../../markup.ts'
import { readChart } from '../../open-xml/chart.ts'
import type { ResolveCells } from '../../open-xml/chart.ts'
import { parsePart, readRelationships, targetOf } from '../../open-xml/package.ts'
import type { Relationships } from '../../open-xml/package.ts'
import type { Pictures } from '../../pictures.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { placeOf, withoutAuthor } from '../workbook.ts'
import type { CellBudget, Floating, Note, Sheet } from '../workbook.ts'

/** What drawings need of the document around them. */
interface DrawingSurroundings {
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

/** Names by the ids that notes use. */
type People = ReadonlyMap<string, string>

interface PlacedNote extends Note {
  place: string
}

/**
 * The notes of a sheet in the order of their cells. Conversations are kept twice, once for programs that do not know
 * them; where the real ones are there, their shadows are left out.
 */
export async function readNotes(zip: Zip, people: People, links: Relationships): Promise<Note[]> {
  const threads = await readThreads(zip, people, targetOf(links, 'threadedComment'))
  const answered = new Set(threads.map(({ place }) => place))
  const legacy = await readLegacy(zip, targetOf(links, 'comments'))
  return [...legacy.filter(({ place }) => !answered.has(place)), ...threads]
    .map((note) => ({ note, at: placeOf(note.place) ?? { row: 0, column: 0 } }))
    .sort((a, b) => a.at.row - b.at.row || a.at.column - b.at.column)
    .map(({ note: { author, time, text } }) => ({ author, time, text }))
}

async function readLegacy(zip: Zip, part: string | undefined): Promise<PlacedNote[]> {
  const root = parsePart((part && (await zip.readText(part))) || '')
  const authors = elementsOf(elementAt(root, 'authors'), 'author').map(textOf)
  return elementsOf(elementAt(root, 'commentList'), 'comment')
    .map((comment) => {
      const author = authors[Number(comment.attributes['authorId'])] ?? ''
      const isThread = author.startsWith('tc=')
      const text = runsOf(elementAt(comment, 'text'))
      return {
        place: comment.attributes['ref'] ?? '',
        author: isThread ? '' : author,
        time: '',
        text: (isThread ? text.replace(/^[^]*?\bComment:\s*/, '') : withoutAuthor(text, author)).trim(),
      }
    })
    .filter(({ text }) => text !== '')
}

function runsOf(element: XmlElement | undefined): string {
  return elementsOf(element)
    .map((child) =>
      child.name === 'r' ? textOf(elementAt(child, 't')) : child.name === 't' ? textOf(child) : '',
    )
    .join('')
}

async function readThreads(zip: Zip, people: People, part: string | undefined): Promise<PlacedNote[]> {
  const root = parsePart((part && (await zip.readText(part))) || '')
  return elementsOf(root, 'threadedComment')
    .map((comment) => ({
      place: comment.attributes['ref'] ?? '',
      author: people.get(comment.attributes['personId'] ?? '') ?? '',
      time: comment.attributes['dT'] ?? '',
      text: textOf(elementAt(comment, 'text')).trim(),
    }))
    .filter(({ text }) => text !== '')
}

/** Those who take part in the conversations of a workbook. */
export async function readPeople(zip: Zip, links: Relationships): Promise<People> {
  const people = new Map<string, string>()
  for (const { type, target } of links.values()) {
    if (type !== 'person') continue
    for (const { attributes } of elementsOf(parsePart((await zip.readText(target)) ?? ''), 'person')) {
      people.set(attributes['id'] ?? '', attributes['displayName'] ?? '')
    }
  }
  return people
}
