import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Alignment } from '../../bench/content/alignment.ts'

const ONE = 'the river rose by two metres overnight'
const TWO = 'rescue workers came with boats and pumps'
const THREE = 'nobody was hurt but many had to leave home'

describe('an alignment', () => {
  const cases: [string, string, string[], number[]][] = [
    ['nothing with nothing', '', [], []],
    ['nothing with blocks', '', ['home', ONE], [0, 0]],
    ['what is the reference', `${ONE} ${TWO}`, [ONE, TWO], [1, 1]],
    ['what is around the content', `${ONE} ${TWO}`, ['menu', ONE, TWO, 'imprint'], [0, 1, 1, 0]],
    ['a long block that is not there', ONE, [ONE, 'something else that nobody would ever want'], [1, 0]],
    [
      'short blocks in their place',
      `title ${ONE} so it is ${TWO}`,
      ['title', ONE, 'so it is', TWO],
      [1, 1, 1, 1],
    ],
    // The word is in the reference, but not at the block's position.
    ['a short block by chance', `${ONE} ${THREE}`, ['home', ONE, THREE], [0, 1, 1]],
    ['a short block of which only a part is there', `${ONE} home`, [ONE, 'home page'], [1, 0]],
    ['a short block that begins like another', `${ONE} home sweet home`, [ONE, 'home page'], [1, 0]],
    ['long blocks in another order', `${ONE} ${TWO} ${THREE}`, [TWO, THREE, ONE], [1, 1, 1]],
    ['a long block twice', `${ONE} ${TWO}`, [ONE, TWO, ONE], [1, 1, 0]],
    ['a block without words', ONE, ['', ONE], [0, 1]],
  ]
  for (const [what, reference, blocks, expected] of cases) {
    it(`labels ${what}`, () => {
      const labels = new Alignment(words(reference)).label(blocks.map(words))
      assert.deepEqual([...labels], expected)
    })
  }

  it('labels one of two short blocks when the reference has the text once', () => {
    const [first, second, long] = new Alignment(words(`title ${ONE}`)).label([
      ['title'],
      ['title'],
      words(ONE),
    ])
    assert.deepEqual([first! + second!, long], [1, 1])
  })

  it('measures which part of a long block is in the reference', () => {
    // The runs of three in the reference contain half of the words, the first five of ten.
    const block = 'a b c d e v w x y z'
    const [label] = new Alignment(words('a b c d e')).label([words(block)])
    assert.equal(label, 0.5)
  })

  it('rounds nearly complete and nearly empty matches', () => {
    const reference = words(Array.from({ length: 20 }, (_, at) => `w${at}`).join(' '))
    const nearly = [...reference.slice(0, 18), 'x', 'y']
    const hardly = [...reference.slice(0, 3), ...Array.from({ length: 17 }, (_, at) => `x${at}`)]
    assert.deepEqual([...new Alignment(reference).label([nearly])], [1])
    assert.deepEqual([...new Alignment(reference).label([hardly])], [0])
  })

  it('prefers the heavier of two chains', () => {
    // Taking the short block first would cost the long one.
    const labels = new Alignment(words(`${ONE} menu`)).label([['menu'], words(ONE)])
    assert.deepEqual([...labels], [0, 1])
  })

  it('finishes on a page of thousands of blocks', () => {
    const blocks = Array.from({ length: 3000 }, (_, at) =>
      words(`sentence ${at} of the text ends with ${at}`),
    )
    const labels = new Alignment(blocks.flat()).label(blocks)
    assert.ok(labels.every((label) => label === 1))
  })
})

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
