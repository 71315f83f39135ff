import { readFileSync } from 'node:fs'
import { markdownToText } from '../../bench/content/markdown-text.ts'
import { wordF1 } from '../../bench/content/metrics.ts'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { understandSource } from '../../src/scrape/understand/understand-source.ts'

/** What the service makes of a page of the sample, and how well that matches what a person would call its content. */
export interface Reading {
  markdown: string
  /** What a reader of the Markdown sees, on one line. */
  text: string
  /** Word F1 against the content. */
  score: number
}

/** Reads a page of the sample. Its address says nothing about it: only the page itself is judged. */
export function readPage(name: string): Reading {
  const url = 'https://site.example/page'
  const source = { bytes: sampleFile(`${name}.html`), contentType: 'text/html; charset=utf-8', url }
  const understood = understandSource(source, ScrapeRequest.parse({ url }))
  if (understood.state !== 'understood') throw new Error(`${name} is not read as a page.`)
  const markdown = understood.fields.markdown ?? ''
  const text = markdownToText(markdown)
  const score = wordF1(sampleFile(`${name}.txt`).toString('utf8'), text)
  return { markdown, text: text.replace(/\s+/g, ' '), score }
}

function sampleFile(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}
