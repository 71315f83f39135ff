import { parsePart } from '../../open-xml/part.ts'
import { targetOf } from '../../open-xml/relationships.ts'
import type { Relationships } from '../../open-xml/relationships.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { placeOf } from '../place.ts'
import { withoutAuthor } from '../without-author.ts'
import type { Note } from '../workbook.ts'

/** Names by the ids that notes use. */
export type People = ReadonlyMap<string, string>

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
