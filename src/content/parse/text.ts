import { Document, Element, Text } from 'domhandler'
import type { Page } from './page.ts'

/**
 * Turns text and data into a page: a data file becomes a code block in its language, plain text stays
 * unchanged.
 */
export function parseText(source: string, url: string | undefined, language: string): Page {
  const text = new Text(source)
  const inner = language === '' ? text : new Element('code', { class: `language-${language}` }, [text])
  return {
    root: new Document([new Element('pre', {}, [inner])]),
    landmarks: [],
    base: url,
    source,
    kind: language === '' ? 'plain' : 'markup',
    cutOff: undefined,
  }
}
