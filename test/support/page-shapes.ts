import { extractJson } from '../../src/extract/extract-json.ts'
import { parseHtml } from '../../src/scrape/parse/html.ts'

/** A page as publishing systems make it, and what is to be read from it. */
export interface Shape {
  name: string
  lang?: string
  html: string
  /** The list that is wished for; without it the fields are those of the page. */
  list?: string
  fields: Record<string, object>
  expect: unknown
}

export const T = { type: 'string' }
export const N = { type: 'number' }
export const I = { type: 'integer' }
export const D = { type: 'string', format: 'date' }

export function ul(...lines: string[]): string {
  return `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
}

export function frame(main: string): string {
  return `<header><p class="logo">Acme Site</p><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav></header><main>${main}</main><footer><p>Acme Site, Mill Lane 4, Tel. 0123 456789</p><p><a href="/imprint">Imprint</a></p></footer>`
}

export function readShape({ html, lang = 'en', list, fields }: Shape): unknown {
  const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
  const markup = `<html lang="${lang}"><head><title>${title} | Acme Site</title></head><body>${html}</body></html>`
  const { root, landmarks, base } = parseHtml(markup, 'https://a.example/', false)
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const items = { type: 'object', properties: fields }
  const schema = list ? { type: 'object', properties: { [list]: { type: 'array', items } } } : items
  const { value } = extractJson(page, { schema })
  return list ? (value as Record<string, unknown>)[list] : value
}
