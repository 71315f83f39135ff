import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Block } from './document-html.ts'
import { documentHtml, withBoundedLinks } from './document-html.ts'

const linked = (href: string): Block => ({
  kind: 'paragraph',
  style: 'text',
  content: [{ type: 'text', text: 'word', marks: { href, bold: true } }],
})

it('links stay unchanged when they are small', () => {
  const blocks = [linked('https://site.test/')]
  assert.equal(withBoundedLinks(blocks), blocks)
})

it('links that are too large become text, also in tables', () => {
  const href = `https://site.test/${'a'.repeat(8000)}`
  const table: Block = {
    kind: 'table',
    rows: [{ isHeader: false, cells: [{ blocks: [linked(href)], colSpan: 1, rowSpan: 1 }] }],
  }
  const html = documentHtml([...Array.from({ length: 3000 }, () => linked(href)), table])
  assert.ok(html.length < 17 * 1024 * 1024)
  assert.ok(html.endsWith('<p><strong>word</strong></p>\n<p><strong>word</strong></p>'))
})
