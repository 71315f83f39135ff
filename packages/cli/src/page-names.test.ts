import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPageNames, EXTENSIONS } from './page-names.ts'

const START = 'https://site.test/'

/** Addresses and the files they get, one by one. */
const CASES: Record<string, string> = {
  'https://site.test/': 'index',
  'https://site.test': 'index',
  'https://site.test/docs/': 'docs/index',
  'https://site.test/docs/intro': 'docs/intro',
  'https://site.test/docs/intro.html': 'docs/intro',
  'https://site.test/report.pdf': 'report.pdf',
  'https://site.test/list?page=2': 'list-page=2',
  'https://site.test/?q=a/b': 'index-q=a-b',
  'https://other.test/x': 'other.test/x',
  'https://other.test:8080/x': 'other.test-8080/x',
  'https://site.test/gr%C3%BC%C3%9Fe': 'grüße',
  'https://site.test/%E0%A4%A': '-E0-A4-A',
  'https://site.test/.git/config': '_git/config',
  'https://site.test/a/%2e%2e%2f%2e%2e%2fetc/passwd': 'a/_-..-etc/passwd',
  'https://site.test/..%5c..%5cwindows': '_-..-windows',
  'https://site.test/con': '_con',
  'https://site.test/AUX.html': '_AUX',
  'https://site.test/nul.txt': '_nul.txt',
  'https://site.test/COM1/lpt9.log': '_COM1/_lpt9.log',
  'https://site.test/a%00b%1b%5b31m': 'a-b-[31m',
  'https://site.test/trailing.%20/x': 'trailing_/x',
  'https://site.test/a:b*c"d': 'a-b-c-d',
  'https://site.test/$(touch%20x)': '-(touch x)',
  'https://site.test/~user/': '_user/index',
  'https://site.test/%E2%80%AEfdp.exe': '-fdp.exe',
  'https://site.test/p.raw': 'p-raw',
  'https://site.test/P.RAW.html': 'P-RAW',
  'https://site.test/con%20.txt': '_con .txt',
}

describe('the name of a page', () => {
  for (const [url, name] of Object.entries(CASES)) {
    it(`of ${url} is ${name}`, () => assert.equal(createPageNames(START).nameOf(url), name))
  }

  it('is short however long the address is', () => {
    const names = createPageNames(START)
    for (const path of ['a'.repeat(5000), 'ü'.repeat(300), 'deep/'.repeat(200), `x?${'q'.repeat(3000)}`]) {
      const name = names.nameOf(START + path)
      assert.ok(Buffer.byteLength(name) <= 160, name)
      assert.ok(
        name.split('/').every((part) => Buffer.byteLength(part) <= 90 && part !== ''),
        name,
      )
    }
  })

  it('differs for addresses that differ only in what was cut off', () => {
    const names = createPageNames(START)
    assert.notEqual(names.nameOf(`${START}${'a'.repeat(500)}1`), names.nameOf(`${START}${'a'.repeat(500)}2`))
  })

  it('stays the same when the page comes again', () => {
    const names = createPageNames(START)
    assert.equal(names.nameOf(`${START}a`), names.nameOf(`${START}a`))
  })

  it('of an earlier run is kept', () => {
    const names = createPageNames(START, new Map([[`${START}A`, 'a']]))
    assert.equal(names.nameOf(`${START}A`), 'a')
    assert.match(names.nameOf(`${START}a`), /^a~[0-9a-f]{8}$/)
  })
})

describe('the names of pages', () => {
  it('never meet, on file systems that do not tell capitals either', () => {
    const urls = [
      'a',
      'A',
      'a.html',
      'a.md',
      'a.MD',
      'a/',
      'A/index',
      'a/INDEX.htm',
      'a?b',
      'a-b',
      '%61',
      'ａ',
      'a.json/x',
    ]
    const names = createPageNames(START)
    const given = urls.map((path) =>
      names
        .nameOf(START + path)
        .normalize('NFKC')
        .toLowerCase(),
    )
    assert.equal(new Set(given).size, new Set(urls).size, given.join(' '))
  })

  it('leave the index of the folder alone', () => {
    for (const path of ['winnow-index', 'Winnow-Index.html', 'winnow-index.json/x']) {
      const name = createPageNames(START).nameOf(START + path)
      assert.match(name, /^winnow-index.*~[0-9a-f]{8}$/i, name)
    }
    assert.equal(createPageNames(START).nameOf(`${START}docs/winnow-index`), 'docs/winnow-index')
  })

  it('differ where only a fuller folding of capitals makes them one', () => {
    const names = createPageNames(START)
    const given = ['stra%C3%9Fe', 'STRASSE', 'strasse'].map((path) => names.nameOf(START + path))
    assert.equal(new Set(given.map((name) => name.toUpperCase())).size, 3, given.join(' '))
  })

  it('never meet where a site names a page as another would be marked', () => {
    const marked = createPageNames(START, new Map([['https://x.test/', 'a']])).nameOf(`${START}a`)
    const names = createPageNames(START)
    const given = [marked, 'A', 'a'].map((path) => names.nameOf(START + path).toLowerCase())
    assert.equal(new Set(given).size, 3, given.join(' '))
  })

  it('hold whole characters and fit into a directory, marked ones too', () => {
    const names = createPageNames(START)
    const path = encodeURIComponent('😀'.repeat(80))
    const given = [`a${path}`, `A${path}`, `${path}?q`].map((one) => names.nameOf(START + one))
    for (const name of given) {
      assert.ok(name.isWellFormed(), name)
      for (const part of `${name}.raw.html`.split('/')) assert.ok(Buffer.byteLength(part) <= 255, part)
    }
  })

  it('never stand where a folder does', () => {
    for (const order of [
      ['docs', 'docs.md/x', 'docs.html/y', 'docs.json/z', 'docs.raw.html/q'],
      ['docs.md/x', 'docs.html/y', 'docs.json/z', 'docs.raw.html/q', 'docs'],
    ]) {
      const names = createPageNames(START)
      const given = order.map((path) => names.nameOf(START + path).toLowerCase())
      const files = new Set(given.flatMap((name) => EXTENSIONS.map((ending) => name + ending)))
      const folders = given.flatMap((name) =>
        name
          .split('/')
          .slice(0, -1)
          .map((_, index, parts) => parts.slice(0, index + 1).join('/')),
      )
      assert.deepEqual(
        folders.filter((folder) => files.has(folder)),
        [],
        given.join(' '),
      )
    }
  })
})
