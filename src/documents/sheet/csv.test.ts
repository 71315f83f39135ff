import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { UnreadableDocument } from '../converted.ts'
import { convertCsv } from './csv.ts'

async function convert(bytes: Uint8Array | string, fileName = 'table.csv', contentType = 'text/csv') {
  const source = { bytes: Buffer.from(bytes), fileName, contentType }
  const { content, warnings } = await convertCsv(source, { keepImages: false, ocr: 'never' }, () => {})
  assert.ok('html' in content)
  return { html: content.html, warnings }
}

/** The rows of the table, with cells separated by bars. */
async function rowsOf(
  bytes: Uint8Array | string,
  fileName?: string,
  contentType?: string,
): Promise<string[]> {
  const { html } = await convert(bytes, fileName, contentType)
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
    row!.replace(/<\/t[hd]><t[hd]>/g, '|').replace(/<\/?t[hd]>/g, ''),
  )
}

const TABLES: [name: string, text: string, rows: string[]][] = [
  ['commas', 'a,b\n1,2\n', ['a|b', '1|2']],
  ['semicolons beside decimal commas', 'a;b\n1,5;2,5\n3,5;4,5', ['a|b', '1,5|2,5', '3,5|4,5']],
  ['tabs', 'a\tb\n1, x\t2\n', ['a|b', '1, x|2']],
  ['bars', 'a|b\n1|2\n', ['a|b', '1|2']],
  ['a delimiter that is named', 'sep=;\na,x;b\n1;2', ['a,x|b', '1|2']],
  [
    'a single column with a few commas',
    'Name\nSmith, J\nMiller\nJones',
    ['Name', 'Smith, J', 'Miller', 'Jones'],
  ],
  ['quotes around delimiters, line ends and quotes', 'a,b\n"1,""x""\n2",3', ['a|b', '1,"x"<br>2|3']],
  ['a quote that is never closed', 'a,b\n"1,2\n3,4', ['a|b', '"1|2', '3|4']],
  ['rows of different length', 'a,b\n1\n1,2,3', ['a|b|', '1||', '1|2|3']],
  ['line ends of old machines', 'a,b\r1,2\r', ['a|b', '1|2']],
  ['empty lines and columns', 'a,b,,\n\n1,2,,\n', ['a|b', '1|2']],
  ['signs of markup', 'a<b,c&d\n', ['a&lt;b|c&amp;d']],
]

describe('delimited text', () => {
  for (const [name, text, rows] of TABLES)
    it(`reads ${name}`, async () => assert.deepEqual(await rowsOf(text), rows))

  it('has its first row as its head', async () => {
    const { html } = await convert('a,b\n1,2')
    assert.match(
      html,
      /^<table role="table" data-merged="repeat">\n<tr><th>a<\/th><th>b<\/th><\/tr>\n<tr><td>1<\/td><td>2<\/td><\/tr>\n<\/table>$/,
    )
  })

  it('keeps comments before the table as text, but not a head that starts with a number sign', async () => {
    assert.match((await convert('# made by hand\na,b\n1,2')).html, /^<p>made by hand<\/p>\n<table/)
    assert.deepEqual(await rowsOf('#,b\n1,2'), ['#|b', '1|2'])
  })

  const text = '名前,住所\n佐藤太郎,東京都\n三木英子,大阪府\n'
  const wide = Buffer.from(text, 'utf16le')
  const ENCODED: [name: string, bytes: Uint8Array][] = [
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', wide],
    ['UTF-16 of the other order without a mark', Buffer.from(wide).swap16()],
    [
      'Shift_JIS',
      Buffer.from(
        '96bc914f2c8f5a8f8a0a8db293a191be98592c938c8b9e93730a8e4f96d889708e712c91e58de3957b0a',
        'hex',
      ),
    ],
  ]
  for (const [name, bytes] of ENCODED) {
    it(`finds ${name}`, async () => {
      assert.deepEqual(await rowsOf(bytes), ['名前|住所', '佐藤太郎|東京都', '三木英子|大阪府'])
    })
  }

  const OTHERS: [name: string, hex: string, row: string][] = [
    [
      'GBK',
      'd0d5c3fb2cb5d8d6b70acdf5d0a1c3f72cb1b1bea9cad0b3afd1f4c7f8bda8b9fac2b70ac0eecffebaec2cc9cfbaa3cad0c6d6b6abd0c2c7f8cac0bccdb4f3b5c00a',
      '王小明|北京市朝阳区建国路',
    ],
    [
      'windows-1251',
      'c8ecff2cc3eef0eee40ac8e2e0ed20cfe5f2f0eee22cd1e0edeaf22dcfe5f2e5f0e1f3f0e30acce0f0e8ff20d1ece8f0edeee2e02ccde8e6ede8e920cdeee2e3eef0eee40a',
      'Иван Петров|Санкт-Петербург',
    ],
    [
      'windows-1252',
      '5072e96e6f6d2c56696c6c650a52656ee9204c6566e87672652c4f726ce9616e730a5a6feb204dfc6c6c65722c426573616ee76f6e0a',
      'René Lefèvre|Orléans',
    ],
  ]
  for (const [name, hex, row] of OTHERS) {
    it(`finds ${name}`, async () => assert.equal((await rowsOf(Buffer.from(hex, 'hex')))[1], row))
  }

  it('uses the declared encoding if it suits the bytes', async () => {
    assert.deepEqual(
      await rowsOf(Buffer.from('a,b\n\xe5,\xf1', 'latin1'), 'x.csv', 'text/csv; charset=windows-1251'),
      ['a|b', 'е|с'],
    )
  })

  it('truncates a table that is too large, with a warning', async () => {
    const { html, warnings } = await convert(`a,b\n${'1,2\n'.repeat(130_000)}`)
    assert.equal(html.match(/<tr>/g)!.length, 125_000)
    assert.deepEqual(warnings, ['The table was truncated after 125000 rows: the file has too many cells.'])
  })

  it('does not use quotes as the delimiter, even if declared', { timeout: 5_000 }, async () => {
    const { html } = await convert(`sep="\n"${'x""'.repeat(40_000)}`)
    await setImmediate()
    assert.equal(html.match(/<tr>/g)!.length, 2)
  })

  it('rejects a file without any text', async () => {
    await assert.rejects(
      async () => convert('\n \n'),
      (error) => error instanceof UnreadableDocument && error.reason === 'empty',
    )
  })

  it('has a bounded number of comments', async () => {
    const { html } = await convert(`${'# a\n'.repeat(1500)}x,y`)
    assert.equal(html.match(/<p>/g)!.length, 1000)
  })
})
