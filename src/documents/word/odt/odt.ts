import { UnreadableDocument } from '../../converted.ts'
import type { Converter, DocumentMetadata } from '../../converted.ts'
import { escapeText } from '../../markup.ts'
import { odfChart, odfMetadata, openOdf } from '../../open-document.ts'
import { Pictures } from '../../pictures.ts'
import { elementAt, parseXml } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { bytesOfParts } from '../../zip.ts'
import type { Zip } from '../../zip.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { readText } from './blocks.ts'
import type { EmbeddedObject } from './blocks.ts'
import { Lists, Styles } from './styles.ts'

/** Reads OpenDocument texts, packed and flat. */
export const convertOdt: Converter = async ({ bytes }, { keepImages }) => {
  const { content, styles, metadata, zip } = await openText(bytes)
  const body = elementAt(content, 'office:body', 'office:text')
  if (!body) throw new UnreadableDocument('damaged', 'The file is not an OpenDocument text: it has no text.')
  const places = [
    elementAt(styles, 'office:styles'),
    elementAt(styles, 'office:automatic-styles'),
    elementAt(content, 'office:styles'),
    elementAt(content, 'office:automatic-styles'),
  ]
  const pictures = new Pictures(keepImages)
  const notes = new Notes()
  const blocks = readText(body, {
    styles: new Styles(places),
    lists: new Lists(places),
    notes,
    pictures,
    pictureBytes:
      zip && keepImages
        ? await bytesOfParts(
            zip,
            zip.names.filter((name) => /^(?:Pictures|media)\//.test(name)),
          )
        : new Map(),
    objects: zip ? await objectsIn(zip) : new Map(),
  })
  return convertedText(blocks, { notes, pictures, metadata })
}

interface OpenText {
  content: XmlElement
  styles: XmlElement | undefined
  metadata: DocumentMetadata
  zip: Zip | undefined
}

async function openText(bytes: Uint8Array): Promise<OpenText> {
  if (bytes[0] !== 0x50) {
    const content = parseXml(new TextDecoder().decode(bytes))
    const metadata = odfMetadata(elementAt(content, 'office:meta'))
    return { content, styles: undefined, metadata, zip: undefined }
  }
  const { zip, content, metadata } = await openOdf(bytes)
  const styles = parseXml((await zip.readText('styles.xml')) ?? '')
  return { content: parseXml(content), styles, metadata, zip }
}

async function objectsIn(zip: Zip): Promise<Map<string, EmbeddedObject>> {
  const found = new Map<string, EmbeddedObject>()
  for (const name of zip.names) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1]
    if (folder === undefined) continue
    const object = objectOf(parseXml((await zip.readText(name)) ?? ''))
    if (object) found.set(folder, object)
  }
  return found
}

function objectOf(content: XmlElement): EmbeddedObject | undefined {
  const html = mathHtml(content)
  if (html !== undefined) return { type: 'formula', html }
  const chart = odfChart(content)
  return chart && { type: 'chart', chart }
}

/** A formula in MathML as markup without prefixes; undefined when it is none. */
function mathHtml(root: XmlElement): string | undefined {
  return localName(root) === 'math' ? write(root, 0) : undefined
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

/** How it was typed in another language of formulas says nothing here. */
function write(element: XmlElement, depth: number): string {
  const name = localName(element)
  if (depth > MAX_DEPTH || name === 'annotation' || !/^[a-z-]+$/i.test(name)) return ''
  const inner = element.children.map((node) =>
    typeof node === 'string' ? escapeText(node) : write(node, depth + 1),
  )
  return `<${name}>${inner.join('')}</${name}>`
}

const MAX_DEPTH = 100
