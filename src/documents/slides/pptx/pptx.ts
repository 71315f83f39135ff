import { UnreadableDocument } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { escapeText } from '../../markup.ts'
import { openPackage, parsePart, readRelationships, targetOf } from '../../open-xml/package.ts'
import type { Relationships } from '../../open-xml/package.ts'
import { Pictures } from '../../pictures.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { SlideDeck } from '../slides.ts'
import { Inherited } from './placeholder.ts'
import { notesHtml, slideBlocks } from './slide-html.ts'

/** Reads presentations of PowerPoint since 2007. Their slides come in the order in which they are shown. */
export const convertPptx: Converter = async ({ bytes }, { keepImages, maxPages = Infinity }, report) => {
  const { zip, mainPart, relationships: links, metadata } = await openPackage(bytes, ['ppt/presentation.xml'])
  const presentation = parsePart((await zip.readText(mainPart)) ?? '')
  if (presentation.name !== 'p:presentation') {
    throw new UnreadableDocument('damaged', 'The file is not a presentation: its main part is missing.')
  }
  const parts = elementsOf(elementAt(presentation, 'p:sldIdLst'), 'p:sldId')
    .map(({ attributes }) => links.get(attributes['r:id'] ?? '')?.target)
    .filter((part) => part !== undefined)
  const authors = await readAuthors(zip, links)
  const pictures = new Pictures(keepImages)
  const inheritedBy = inheritance(zip)
  const deck = new SlideDeck(parts.length)
  for (const [index, part] of parts.slice(0, maxPages).entries()) {
    const slide = parsePart((await zip.readText(part)) ?? '')
    if (/^(0|false)$/.test(slide.attributes['show'] ?? '')) deck.hide(index + 1)
    else {
      const own = await readRelationships(zip, part)
      const inherited = await inheritedBy(own)
      for await (const block of slideBlocks(slide, { inherited, zip, links: own, pictures })) {
        deck.add(index + 1, block)
        if (deck.isFull) break
      }
      deck.add(index + 1, await notesOf(zip, own), await commentsHtml(zip, own, authors))
    }
    report({ donePages: index + 1, totalPages: parts.length })
    if (deck.isFull) break
  }
  return deck.finish(metadata)
}

async function notesOf(zip: Zip, links: Relationships): Promise<string> {
  const part = targetOf(links, 'notesSlide')
  return part === undefined ? '' : notesHtml(parsePart((await zip.readText(part)) ?? ''))
}

/** Finds what slides take from their layout and its master, which are read once for all the slides that use them. */
function inheritance(zip: Zip): (slide: Relationships) => Promise<Inherited> {
  const known = new Map<string, Promise<Inherited>>()
  const page = async (part: string) => parsePart((await zip.readText(part)) ?? '')
  const read = async (layoutPart: string) => {
    const masterPart = targetOf(await readRelationships(zip, layoutPart), 'slideMaster')
    return new Inherited(await page(layoutPart), await page(masterPart ?? ''))
  }
  return (slide) => {
    const layoutPart = targetOf(slide, 'slideLayout') ?? ''
    const inherited = known.get(layoutPart) ?? read(layoutPart)
    known.set(layoutPart, inherited)
    return inherited
  }
}

/** Names of those who wrote comments, by the ids that comments use. */
type Authors = ReadonlyMap<string, string>

async function readAuthors(zip: Zip, presentation: Relationships): Promise<Authors> {
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
async function commentsHtml(zip: Zip, slide: Relationships, authors: Authors): Promise<string> {
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
