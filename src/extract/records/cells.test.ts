import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { parseHtml } from '../../scrape/parse/html.ts'
import { cellsOf } from './cells.ts'

/** The texts of a record or page with what is before them, by the end of their place or their label. */
function cells(markup: string, isPage = false): [string, string][] {
  const { root } = parseHtml(`<body>${markup}</body>`, undefined, false)
  const body = find(root, 'body')!
  const record = isPage ? body : body.children.find(isTag)!
  return cellsOf(record, isPage).map(({ key, text }) => [key, text])
}

function find(node: AnyNode, name: string): Element | undefined {
  if (isTag(node) && node.name === name) return node
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = find(child, name)
    if (found) return found
  }
  return undefined
}

function textsAt(found: [string, string][], end: RegExp): string[] {
  return found.filter(([key]) => end.test(key)).map(([, text]) => text)
}

describe('a line with what is struck out in it', () => {
  const struck = [
    '<del>£70</del> <ins>£55</ins>',
    '<s>£70</s> £55',
    '<del><span class="amount">£70</span></del> <span class="screen-reader-text">Original price was: £70.</span><ins>£55</ins><span class="screen-reader-text">Current price is: £55.</span>',
    '<span class="now">£55</span><span class="text-sm line-through">£70</span>',
  ]
  for (const line of struck) {
    it(`is read without it: ${line}`, () => {
      const found = cells(`<div class="card"><h3>Chair</h3><p class="price">${line}</p></div>`)
      assert.deepEqual(textsAt(found, />p\.price$/), ['£55'])
      assert.ok(textsAt(found, />(?:del|s)\b/).includes('£70'))
    })
  }

  it('is read as it is where there is nothing else', () => {
    assert.deepEqual(textsAt(cells('<div><p class="price"><del>£70</del></p></div>'), />p\.price/), ['£70'])
  })
})

describe('a point in time in a line', () => {
  it('is a value of its own, called a date', () => {
    const found = cells('<div><p>By Ana Roth | <time datetime="2026-03-02">2 March</time></p></div>')
    assert.deepEqual(textsAt(found, />time$/), ['2 March'])
  })
})

describe('a list of terms', () => {
  it('is read by its cells where the term is a link with more beside it', () => {
    const row =
      '<li><dl><dt><div><a class="topic" href="/t/1">Paint for boats</a><br>by <a class="user" href="/u/1">Odo</a></div></dt><dd class="posts">12 <dfn>Replies</dfn></dd></dl></li>'
    const found = cells(row)
    assert.deepEqual(textsAt(found, /a\.topic$/), ['Paint for boats'])
    assert.deepEqual(textsAt(found, /a\.user$/), ['Odo'])
    assert.deepEqual(textsAt(found, /dd\.posts$/), ['12 Replies'])
  })

  it('has labels where terms are plain', () => {
    assert.deepEqual(textsAt(cells('<li><dl><dt>Pages:</dt><dd>412</dd></dl></li>'), /^label:pages$/), [
      '412',
    ])
  })

  it('says of a term what stands before the values that follow', () => {
    const found = cells(
      '<dl><dt>--all</dt><dd><p>Takes everything.</p><dl><dt>Default</dt><dd>off</dd></dl></dd></dl>',
    )
    assert.deepEqual(textsAt(found, /^definition$/), ['Takes everything.'])
  })
})

describe('rows with a unit', () => {
  const table = (rows: string[][]) =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`

  it('have it behind the value, wherever it stands', () => {
    const before = table([
      ['Net weight', 'kg', '11.9'],
      ['Length', 'mm', '378'],
      ['Stages', '–', '4'],
      ['Noise', 'dB(A)', '–'],
    ])
    assert.deepEqual(textsAt(cells(before, true), /^label:/), ['11.9 kg', '378 mm', '4'])
    const after = table([
      ['Gewicht', '11,9', 'kg'],
      ['Länge', '378', 'mm'],
    ])
    assert.deepEqual(textsAt(cells(after, true), /^label:/), ['11,9 kg', '378 mm'])
  })

  it('are none where no column is of units', () => {
    const rows = table([
      ['Anna', 'Berlin', '12'],
      ['Bert', 'Bonn', '14'],
    ])
    assert.deepEqual(textsAt(cells(rows, true), /^label:/), [])
  })
})
