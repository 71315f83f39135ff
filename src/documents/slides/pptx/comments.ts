import { escapeText } from '../../markup.ts'
import { parsePart } from '../../open-xml/part.ts'
import type { Relationships } from '../../open-xml/relationships.ts'
import { elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'

/** Names of those who wrote comments, by the ids that comments use. */
export type Authors = ReadonlyMap<string, string>

export async function readAuthors(zip: Zip, presentation: Relationships): Promise<Authors> {
  const authors = new Map<string, string>()
  for (const { type, target } of presentation.values()) {
    if (type !== 'commentAuthors' && type !== 'authors') continue
    for (const { attributes } of elementsOf(parsePart((await zip.readText(target)) ?? ''))) {
      authors.set(attributes['id'] ?? '', attributes['name'] ?? '')
    }
  }
  return authors
}

/** The comments on a slide, with their answers. Two generations of the format differ in little but their prefixes. */
export async function commentsHtml(zip: Zip, slide: Relationships, authors: Authors): Promise<string> {
  const blocks: string[] = []
  for (const { type, target } of slide.values()) {
    if (type !== 'comments') continue
    for (const comment of commentsIn(parsePart((await zip.readText(target)) ?? ''))) {
      const { authorId = '', dt, created } = comment.attributes
      const facts = [
        ['author', authors.get(authorId)],
        ['time', dt ?? created],
      ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
      const text = textIn(comment)
      if (text !== '')
        blocks.push(`<p>${escapeText(`${facts.length > 0 ? `[${facts.join(', ')}]: ` : ''}${text}`)}</p>`)
    }
  }
  return blocks.join('\n')
}

function commentsIn(root: XmlElement): XmlElement[] {
  return elementsOf(root)
    .filter(({ name }) => /^p(188)?:cm$/.test(name))
    .flatMap((comment) => [
      comment,
      ...elementsOf(comment)
        .filter(({ name }) => name === 'p188:replyLst')
        .flatMap((list) => elementsOf(list)),
    ])
}

function textIn(comment: XmlElement): string {
  const body = elementsOf(comment).find(({ name }) => /^p(188)?:(text|txBody)$/.test(name))
  const paragraphs = elementsOf(body, 'a:p')
  if (paragraphs.length === 0) return textOf(body).trim()
  return paragraphs.map(textOf).join(' ').trim()
}
