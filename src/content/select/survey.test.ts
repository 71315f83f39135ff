import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { rolesByName } from './name-roles.ts'
import { outlineOf } from './outline.ts'
import type { Place } from './outline.ts'
import { survey } from './survey.ts'
import type { Survey } from './survey.ts'

const EVIDENCES = {
  names: new Map([
    ['good', 2],
    ['fine', 1],
    ['bad', -3],
  ]),
  words: new Map([
    ['read', -1],
    ['more', -2],
    ['chapter', 3],
  ]),
}

describe('the sums of a survey', () => {
  it('count the characters before each block, and after the last one', () => {
    const { charsBefore, linkCharsBefore } = surveyed('<p>12</p><p><a href=x>345</a></p><p>6</p>')
    assert.deepEqual([...charsBefore], [0, 2, 5, 6])
    assert.deepEqual([...linkCharsBefore], [0, 0, 3, 3])
  })

  it('count running text apart', () => {
    const prose = 'One two three four five six seven eight nine ten, eleven.'
    const { proseCharsBefore } = surveyed(`<p>short</p><p>${prose}</p><p>short</p>`)
    const chars = prose.replaceAll(' ', '').length
    assert.deepEqual([...proseCharsBefore], [0, 0, chars, chars])
  })
})

describe('the names of a survey', () => {
  const page = surveyed(
    '<body class=bad><div class=bad><div class=good><section class="bad fine"><p id=x>a</p></section></div><i>beside</i></div></body>',
  )
  const at = (name: string, nth = 0) => placesNamed(page, name)[nth]!.index

  it('are judged where they stand', () => {
    assert.equal(page.ownNames[at('div', 1)], 2)
    assert.equal(page.ownNames[at('section')], -2)
    assert.equal(page.ownNames[at('p')], 0)
  })

  it('say nothing on what is about the whole page', () => {
    assert.equal(page.ownNames[at('body')], 0)
    assert.equal(page.ownNames[at('div')], 0)
  })

  it('are remembered on the way down, nearer ones more', () => {
    assert.equal(page.worstName[at('p')], -3)
    assert.equal(page.bestName[at('p')], 2)
    const path = page.namesOnPath[at('p')]!
    assert.ok(path < 0 && path > -2, `${path}`)
  })

  it('are read from every attribute that names', () => {
    for (const attribute of ['class', 'id', 'itemprop', 'aria-label', 'data-testid']) {
      const { ownNames, outline } = surveyed(`<div><div><p ${attribute}="good">a</p><p>b</p></div></div>`)
      assert.equal(ownNames[outline.blocks[0]!.place.index], 2, attribute)
    }
  })

  it('call an element and all that is in it', () => {
    const { called, outline } = surveyed(
      '<div><div><ul class="comment-list"><li class=author>a</li><li>b</li></ul><p>c</p></div></div>',
    )
    const [both, inside, outside] = outline.blocks.map(({ place }) => called[place.index]!)
    assert.equal(inside, rolesByName.get('comment'))
    assert.equal(both, rolesByName.get('comment')! | rolesByName.get('author')!)
    assert.equal(outside, 0)
  })
})

describe('the words of a survey', () => {
  it('are judged in short texts', () => {
    const [score] = surveyed('<p>Read more of chapter</p>').wordScores
    assert.deepEqual(score, { ofTitle: 0, mean: 0, low: -2, high: 3, first: -1 })
  })

  it('say nothing in long texts', () => {
    const [score] = surveyed(`<p>${'read more '.repeat(40)}</p>`).wordScores
    assert.deepEqual(score, { ofTitle: 0, mean: 0, low: 0, high: 0, first: 0 })
  })

  it('are compared with the title', () => {
    const { wordScores } = surveyed(
      '<p>The Red House</p><p>the red fox</p><p>other</p><p>---</p>',
      'The red house',
    )
    const [same, near, other, none] = wordScores.map(({ ofTitle }) => ofTitle)
    assert.equal(same, 1)
    assert.ok(near! < 1 && near! > 0)
    assert.equal(other, 0)
    assert.equal(none, 0)
  })
})

describe('what repeats in a survey', () => {
  it('are copies of a text', () => {
    const { copies, copiesBefore } = surveyed('<p>a</p><p>b</p><div>a</div><li>a</li>')
    assert.deepEqual([...copies], [3, 1, 3, 3])
    assert.deepEqual([...copiesBefore], [0, 0, 1, 2])
  })

  it('are blocks that one template made', () => {
    const card = '<div class=card><h3>name</h3><a href=x>see</a></div>'
    const { templates } = surveyed(
      `<main>${card.repeat(3)}</main><aside><div class=card><h3>x</h3></div></aside>`,
    )
    assert.deepEqual(
      templates.map(({ blocks }) => blocks),
      [3, 3, 3, 3, 3, 3, 1],
    )
    assert.deepEqual(templates[0], { blocks: 3, chars: 12, linkChars: 0 })
    assert.deepEqual(templates[1], { blocks: 3, chars: 9, linkChars: 9 })
    assert.equal(templates[2], templates[0])
  })
})

describe('the headings of a survey', () => {
  it('stand above what follows them', () => {
    const { headingAbove } = surveyed('<p>a</p><h2>b</h2><p>c</p><div role=heading>d</div><p>e</p>')
    assert.deepEqual([...headingAbove], [-1, -1, 1, 1, 3])
  })

  it('have the first of the highest rank as title', () => {
    assert.equal(surveyed('<h2>a</h2><h1>b</h1><h1>c</h1>').titleAt, 1)
    assert.equal(surveyed('<p>a</p>').titleAt, -1)
  })
})

describe('the top of a survey', () => {
  const paragraph = '<p>A paragraph, which is long enough to count as running text, has commas and stops.</p>'
  it('is the element most paragraphs stand in', () => {
    const links = '<a href=x>A link, long enough, to be taken for text by its commas and its length.</a>'
    const { top } = surveyed(
      `<div id=a><ul>${`<li>${links}</li>`.repeat(20)}</ul></div><div id=b><div id=c>${paragraph.repeat(5)}</div></div>`,
    )
    assert.equal(top.element.attribs['id'], 'c')
  })

  it('is the body where there is none', () => {
    for (const html of ['', '<p>short</p>', '<a href=x>link</a>']) {
      assert.equal(surveyed(html).top.element.name, 'body')
    }
  })
})

it('surveys an empty page', () => {
  const { charsBefore, wordScores, templates, copies } = surveyed('')
  assert.deepEqual([charsBefore.length, wordScores.length, templates.length, copies.length], [1, 0, 0, 0])
})

function surveyed(html: string, title = ''): Survey {
  return survey(outlineOf(bodyOf(parseHtml(html, undefined, false))), title, EVIDENCES)
}

function placesNamed({ outline }: Survey, name: string): Place[] {
  const all = (place: Place): Place[] => [place, ...place.children.flatMap(all)]
  return all(outline.body).filter(({ element }) => element.name === name)
}
