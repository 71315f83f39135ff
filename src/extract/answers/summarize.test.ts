import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { summaryOf } from './summarize.ts'

const ANSWERS = new URL('../../../test/answers/', import.meta.url)

describe('summaryOf', () => {
  it("begins with the page's topic and stays short", () => {
    for (const name of [
      'bridge-en',
      'news-en',
      'museum-de',
      'teatro-es',
      'it-parco',
      'nl-molen',
      'pl-browar',
    ]) {
      const page = pageOf(readFileSync(new URL(`${name}.html`, ANSWERS), 'utf8'))
      const { summary = '' } = summaryOf(page)
      const words = summary.split(' ').length
      assert.ok(words >= 40 && words <= 150, `${name}: ${words} words`)
    }
    const page = pageOf(readFileSync(new URL('bridge-en.html', ANSWERS), 'utf8'))
    assert.match(summaryOf(page).summary ?? '', /^Marrow Bridge is a stone arch bridge/)
  })

  it('leaves out notes that link to other pages', () => {
    const page = pageOf(
      `<h1>Heron (tool)</h1><div role="note" class="hatnote">For other uses, see Heron (disambiguation).</div>
      <p>Not to be confused with the hern, a smaller tool of coopers.</p><p><i>Main article: History of hand tools in the north.</i></p>
      <p>A heron is a long-handled hook that river pilots use to draw timber to the bank.</p>
      <p>Pilots on the upper river have used herons since the first timber rafts came down.</p>`,
    )
    assert.match(summaryOf(page).summary ?? '', /^A heron is a long-handled hook/)
    assert.doesNotMatch(summaryOf(page).summary ?? '', /other uses|confused with|Main article/)
  })

  it('leaves out a sentence that depends on one that is left out', () => {
    const filler = Array.from(
      { length: 30 },
      (_, at) => `<p>Lanterns of workshop ${at} shine over harbour number ${at}.</p>`,
    )
    const page = pageOf(
      `<h1>Lanterns</h1>${filler.join('')}<p>However, this makes lanterns shine over the harbour.</p>`,
    )
    assert.doesNotMatch(summaryOf(page).summary ?? '', /However/)
  })

  it('leaves out fragments, footnotes, teasers and sentences that refer back', () => {
    const left = [
      'Barn owls of the northern valleys hunt mice in ...',
      '* Barn owls are counted in the valleys every spring.',
      '(Barn owls were reported in the valleys last year.)',
      'of barn owls in the valleys hunt mice at night.',
      '“Barn owls in the valleys hunt mice at night.',
      'With all these barn owls the valleys have few mice.',
      'Visit our barn owls in the valleys every day.',
      'Stay up to date with barn owls in the valleys.',
    ]
    const page = pageOf(
      `<h1>Barn owls</h1><p>Barn owls hunt mice at night in open fields.</p>${left.map((text) => `<p>${text}</p>`).join('')}
      <p>Old church towers give them a place to nest.</p>`,
    )
    assert.equal(
      summaryOf(page).summary,
      'Barn owls hunt mice at night in open fields. Old church towers give them a place to nest.',
    )
  })

  it('leaves out boilerplate that every page has', () => {
    const page =
      pageOf(`<p>Barn owls hunt mice at night in open fields.</p><p>We use cookies to improve our site and
      services.</p><p>Barn owls nest in old barns and church towers.</p><p>© 2024 Owl Trust. All rights reserved.</p>`)
    assert.equal(
      summaryOf(page).summary,
      'Barn owls hunt mice at night in open fields. Barn owls nest in old barns and church towers.',
    )
  })

  it('returns a page of two sentences whole, and facts when there are no sentences', () => {
    assert.equal(
      summaryOf(pageOf('<p>The shop is closed for the summer. We open again in September.</p>')).summary,
      'The shop is closed for the summer. We open again in September.',
    )
    const product = pageOf(
      '<title>Kettle</title><h1>Harbour Kettle</h1><ul><li>1.2 litres</li><li>copper</li></ul>',
    )
    assert.equal(summaryOf(product).summary, 'Harbour Kettle\n1.2 litres\ncopper')
    assert.match(summaryOf(pageOf('')).warning ?? '', /no text/)
  })
})
