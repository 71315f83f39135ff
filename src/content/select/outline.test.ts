import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTag } from 'domhandler'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { REGIONS } from './regions.ts'
import { isProse, outlineOf } from './outline.ts'
import type { Outline, Place } from './outline.ts'

describe('the blocks of an outline', () => {
  const cases: [string, string, string[]][] = [
    ['nothing', '', []],
    ['white space', '<p> \n&nbsp;</p><div><br></div>', []],
    ['text parted by blocks', '<p>a</p>b<div>c<p>d</p>e</div>', ['a', 'b', 'c', 'd', 'e']],
    ['cells and items', '<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>', ['a', 'b', 'c', 'd']],
    [
      'inline elements, which do not part',
      '<p>H<sub>2</sub>O <b>is</b> <a href=x>w<i>e</i>t</a></p>',
      ['H2O is wet'],
    ],
    ['a button, which parts', 'a<button>b</button>c', ['a', 'b', 'c']],
    ['line breaks, which part words', '<p>one<br>two<br><br>three</p>', ['one two three']],
    ['uneven white space', '<p> one\n\n two\t\tthree&nbsp;four </p>', ['one two three four']],
    ['a block in an inline element', '<a href=x>one<div>two</div>three</a>', ['one', 'two', 'three']],
    [
      'scripts, styles and drawings',
      '<p>a<script>x</script><style>y</style><svg><title>z</title></svg></p>',
      ['a'],
    ],
    ['fields', '<p>a<select><option>x</select><textarea>y</textarea><input value=z></p>', ['a']],
    ['inline text for screen readers only', '<p>Price <span class="sr-only">was</span> 5</p>', ['Price 5']],
    ['inline text that is hidden', '<p>a<span hidden>b</span><i style="display:none">c</i>d</p>', ['ad']],
    ['a hidden block, which a script may show', '<p>a</p><div hidden>b</div>', ['a', 'b']],
    ['text for readers without scripts', '<noscript><p>a</p></noscript>', ['a']],
    ['comments, which do not part', '<p>a<!-- x -->b</p>', ['ab']],
  ]
  for (const [what, html, expected] of cases) {
    it(`are right with ${what}`, () => assert.deepEqual(texts(outlined(html)), expected))
  }

  it('say what parts them and where their text begins', () => {
    const [block] = outlined('<li><a href=x><b>one</b></a> two</li>').blocks
    assert.equal(block!.place.element.name, 'li')
    assert.equal(block!.inner.element.name, 'b')
    assert.equal(block!.inner.regions & REGIONS.link, REGIONS.link)
  })

  it('count links and the characters in them', () => {
    const [, ...rest] = outlined(
      '<p>1234</p><p><a href=x>12</a><a href=y>34</a></p><p>12<a>34</a></p>',
    ).blocks
    assert.deepEqual(
      rest.map(({ links, linkChars, chars }) => [links, linkChars, chars]),
      [
        [2, 4, 4],
        [1, 2, 4],
      ],
    )
    assert.deepEqual(
      [outlined('<p>1234</p>').blocks[0]!.links, outlined('<p>1</p>').blocks[0]!.linkChars],
      [0, 0],
    )
  })

  it('list what they are made of, in order', () => {
    const [block] = outlined('<p> <img src=a> one <b>two</b><br>three</p>').blocks
    const leaves = block!.leaves.map((leaf) =>
      isTag(leaf) ? leaf.name : (leaf as { data?: string }).data?.trim(),
    )
    assert.deepEqual(leaves.filter(Boolean), ['img', 'one', 'two', 'br', 'three'])
  })
})

describe('pictures of an outline', () => {
  const cases: [string, number][] = [
    ['<p>text <img src=a></p>', 0],
    ['<p><img src=a> text</p>', 0],
    ['<p>text</p><img src=a><p>text</p>', 1],
    ['<figure><img src=a><figcaption>x</figcaption></figure>', 1],
    ['<div><img src=a><img src=b></div>', 2],
    ['<p>text</p><iframe src=a></iframe><video src=b></video>', 2],
  ]
  for (const [html, loose] of cases) {
    it(`stand loose ${loose} times in ${html}`, () => assert.equal(outlined(html).loose.length, loose))
  }

  it('know the place they are in, which counts them', () => {
    const { loose, body } = outlined('<div><a href=x><img src=a></a><br></div><p>text</p>')
    assert.equal(loose[0]!.place.element.name, 'a')
    assert.equal(loose[0]!.place.images, 1)
    assert.equal(body.images, 0)
  })
})

describe('the places of an outline', () => {
  const page = outlined(
    '<main><h1>Title</h1><ul><li class=x>1</li><li>2</li><li class=x>3</li></ul>' +
      '<p>Ten words are here, or so it seems to be <a href=x>so</a></p></main><p>end</p>',
  )

  it('are numbered in the order of the page', () => {
    const indexes = placesOf(page.body).map(({ index }) => index)
    assert.deepEqual(indexes, [...Array(page.places).keys()])
  })

  it('span their blocks', () => {
    const span = (name: string) => texts(page).slice(named(page, name).first, named(page, name).end)
    assert.deepEqual(span('body'), texts(page))
    assert.deepEqual(span('ul'), ['1', '2', '3'])
    assert.deepEqual(span('h1'), ['Title'])
    for (const { first, end, children } of placesOf(page.body)) {
      assert.ok(first <= end && children.every((child) => child.first >= first && child.end <= end))
    }
  })

  it('add up what they hold', () => {
    const main = named(page, 'main')
    const last = named(page, 'main').children.at(-1)!
    assert.equal(main.chars, 'Title123'.length + last.chars)
    assert.equal(main.proseChars, last.chars)
    assert.ok(main.linkChars > 1 && main.linkChars < 3)
    assert.equal(page.body.chars, main.chars + 3)
  })

  it('inherit what they are in', () => {
    const [one] = named(page, 'ul').children
    assert.equal(one!.regions, REGIONS.main | REGIONS.list)
    assert.equal(one!.depth, 3)
  })

  it('know their peers, which have the same name and classes and parent', () => {
    const items = named(page, 'ul').children.map(({ peers, rank }) => [peers, rank])
    assert.deepEqual(items, [
      [2, 0],
      [1, 0],
      [2, 1],
    ])
    assert.equal(named(page, 'main').peers, 1)
  })
})

describe('isProse', () => {
  const ten = 'one two three four five six seven eight nine ten'
  const cases: [string, boolean][] = [
    [`<p>${ten}.</p>`, true],
    [`<div>${ten}, eleven</div>`, true],
    [`<p>${ten}</p>`, false],
    ['<p>one two, three.</p>', false],
    [`<p><a href=x>${ten}.</a></p>`, false],
    ['<p>吾輩は猫である。名前はまだ無い。どこで生れたか。</p>', true],
  ]
  for (const [html, expected] of cases) {
    it(`is ${expected} for ${html}`, () => assert.equal(isProse(outlined(html).blocks[0]!), expected))
  }
})

describe('a page of odd shape', () => {
  it('may be deep', () => {
    const { blocks } = outlined(`${'<div>'.repeat(5000)}deep${'</div>'.repeat(5000)}<p>after</p>`)
    assert.deepEqual(
      blocks.map(({ text }) => text),
      ['deep', 'after'],
    )
  })

  it('may be wide', () => {
    const { blocks, body } = outlined('<p>x</p>'.repeat(10_000))
    assert.equal(blocks.length, 10_000)
    assert.deepEqual([body.children.at(-1)!.peers, body.children.at(-1)!.rank], [10_000, 9999])
  })
})

function outlined(html: string): Outline {
  return outlineOf(bodyOf(parseHtml(html, undefined, false)))
}

function texts({ blocks }: Outline): string[] {
  return blocks.map(({ text }) => text)
}

function placesOf(place: Place): Place[] {
  return [place, ...place.children.flatMap(placesOf)]
}

function named({ body }: Outline, name: string): Place {
  return placesOf(body).find(({ element }) => element.name === name)!
}
