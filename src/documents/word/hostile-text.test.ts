import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Block, Inline, Paragraph } from './document-html.ts'
import { withCodeRuns } from './converted-text.ts'
import { documentHtml, MarkupBudget } from './document-html.ts'
import { markerOf } from './conventions.ts'

function paragraph(content: Inline[], more: Partial<Paragraph> = {}): Block {
  return { kind: 'paragraph', style: 'text', content, ...more }
}

const text = (value: string, href?: string): Inline => ({
  type: 'text',
  text: value,
  marks: href === undefined ? {} : { href },
})

describe('a text document that wants to be a burden', () => {
  for (const level of [1.5, -3, 0, Number.NaN, Infinity]) {
    it(`has no heading of level ${level}`, () => {
      assert.match(documentHtml([paragraph([text('a')], { headingLevel: level })]), /^<h([16])>a<\/h\1>$/)
    })
  }

  it('has no label that each item repeats at length', () => {
    const format = { format: 'decimal', text: `%1${'x'.repeat(1_000_000)}`, isLegal: false }
    const marker = markerOf(
      0,
      () => format,
      () => 7,
    )
    assert.ok(marker?.type === 'label' && marker.text.length <= 100)
  })

  it('has no link that nobody could follow', () => {
    const html = documentHtml([paragraph([text('a', `https://site.test/${'x'.repeat(10_000)}`)])])
    assert.equal(html, '<p>a</p>')
  })

  it('is cut off, and says so', () => {
    const room = new MarkupBudget()
    const block = paragraph([text('x'.repeat(1_000_000))])
    const html = documentHtml(
      Array.from({ length: 70 }, () => block),
      room,
    )
    assert.ok(html.length > 60_000_000 && html.length < 68_000_000)
    assert.deepEqual(room.warnings(), ['The end of the document is left out, because it has too much text.'])
  })

  it('is looked through for code once', () => {
    const breaks = Array.from({ length: 400_000 }, (): Inline => ({ type: 'break' }))
    const blocks = [
      paragraph([text('a'), ...breaks, text('b')], { isMonospaced: true }),
      ...Array.from({ length: 3 }, () => paragraph([text('prose')])),
    ]
    assert.deepEqual(
      withCodeRuns(blocks).map((block) => block.kind === 'paragraph' && block.style),
      ['text', 'text', 'text', 'text'],
    )
  })

  it('is looked through for code once, whatever ends its lines', { timeout: 5_000 }, async () => {
    const blocks = [
      paragraph([text('\u2028'.repeat(80_000))], { isMonospaced: true }),
      ...Array.from({ length: 3 }, () => paragraph([text('prose')])),
    ]
    assert.equal(withCodeRuns(blocks).length, 4)
    // Only a timer lets the runner see that the time is over.
    await wait(1)
  })
})
