import { Document, Element, Text } from 'domhandler'
import { highlightsOf } from '../extract/extract.ts'

/** Beyond that, nobody looks for the passage of a description. */
const MOST_READ = 20_000
const MOST_TEXT = 600

/** The sentences of a page that go with a query, as one short text; undefined when it says nothing about it. */
export function passagesFor(query: string, markdown: string): string | undefined {
  const children = paragraphsOf(markdown.slice(0, MOST_READ)).map(
    (text) => new Element('p', {}, [new Text(text)]),
  )
  const root = new Document(children)
  const page = { root, landmarks: [], base: undefined, url: undefined, content: () => children }
  const { highlights } = highlightsOf(page, query)
  return highlights === undefined ? undefined : shortened(highlights.split('\n\n'))
}

function paragraphsOf(markdown: string): string[] {
  return markdown
    .split(/\n(?=[ \t]*(?:\n|[-*+] |\d{1,4}\. |#|\|))/)
    .map(plain)
    .filter((text) => /\p{L}/u.test(text))
}

/** A paragraph without the signs that Markdown is written with. */
function plain(paragraph: string): string {
  return paragraph
    .replaceAll(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, '')
    .replaceAll(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replaceAll(/^[\s>#]+|^(?:[-*+]|\d{1,4}\.) |\|/gm, ' ')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** As many whole sentences as fit. */
function shortened(sentences: readonly string[]): string {
  const kept: string[] = []
  let length = 0
  for (const sentence of sentences) {
    if (kept.length > 0 && length + sentence.length > MOST_TEXT) break
    kept.push(sentence.length > MOST_TEXT ? `${sentence.slice(0, MOST_TEXT - 1)}…` : sentence)
    length += sentence.length + 1
  }
  return kept.join(' ')
}
