import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHtml } from '../../src/scrape/parse/html.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import type { Field } from '../../src/extract/choose/field.ts'

/** A page on which a person marked the values. */
export interface MarkedPage {
  vertical: string
  /** The site, unlike those of the same name in other verticals. */
  site: string
  file: string
  read: () => ReadablePage
  /** What is asked: each field by its name alone. */
  schema: { type: 'object'; properties: Record<string, { type: 'string' }> }
  fields: Field[]
  /** For each field the texts that are right; none when the page has no value for it. */
  truths: ReadonlySet<string>[]
}

/** The pages that a folder's manifest lists. */
export function markedPages(folder: string): MarkedPage[] {
  const lines = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const { vertical, site, file, truth } = JSON.parse(line) as ManifestLine
    return {
      vertical,
      site: `${vertical}/${site}`,
      file,
      read: () => readPage(join(folder, file)),
      schema: {
        type: 'object',
        properties: Object.fromEntries(Object.keys(truth).map((name) => [name, { type: 'string' }])),
      },
      fields: Object.keys(truth).map((name) => ({ name, type: 'string' })),
      truths: Object.values(truth).map((values) => new Set(values.map(decoded))),
    }
  })
}

interface ManifestLine {
  vertical: string
  site: string
  file: string
  truth: Record<string, string[]>
}

function readPage(file: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(readFileSync(file, 'utf8'), undefined, false)
  return { root, landmarks, base, url: undefined, content: () => root.children }
}

/** Truths are source text: their entities mean characters. */
function decoded(source: string): string {
  const { root } = parseHtml(source.replaceAll('<', '&lt;'), undefined, false)
  const text = root.children.map((child) => ('data' in child ? child.data : '')).join('')
  return text.replaceAll(/\s+/g, ' ').trim()
}
