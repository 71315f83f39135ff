import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { ConversionOptions, Converted, ConvertedBlock } from '../converted.ts'
import { pdfConverter } from './convert-pdf.ts'
import type { OcrPages } from './convert-pdf.ts'

/** A line of a page that is written for a test: where it starts, measured from the top left corner, and in what font. */
interface Written {
  text: string
  x?: number
  y: number
  size?: number
  font?: 'plain' | 'bold' | 'mono' | 'italic'
}

const FONTS = { plain: 'F1', bold: 'F2', mono: 'F3', italic: 'F4' }

/** A PDF with these lines on its pages. */
function pdfOf(pages: readonly (readonly Written[])[], { info = '', extra = '', field = '' } = {}): Buffer {
  const objects = ['<</Type/Catalog/Pages 2 0 R/Lang(en-GB)>>', '']
  const add = (object: string) => objects.push(object)
  for (const name of ['Helvetica', 'Helvetica-Bold', 'Courier', 'Helvetica-Oblique'])
    add(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`)
  const fields = field === '' ? '' : `[${add(`<</Type/Annot/Subtype/Widget${field}>>`)} 0 R]`
  if (fields !== '') objects[0] = objects[0]!.replace('>>', `/AcroForm<</Fields${fields}>>>>`)
  const kids = pages.map((lines) => {
    const drawn = lines.map(({ text, x = 72, y, size = 11, font = 'plain' }) => {
      const written = text.replace(/[()\\]/g, '\\$&')
      return `BT /${FONTS[font]} ${size} Tf ${x} ${792 - y} Td (${written}) Tj ET`
    })
    const content = drawn.join('\n') + extra
    const stream = add(`<</Length ${content.length}>>\nstream\n${content}\nendstream`)
    const fonts = '/F1 3 0 R/F2 4 0 R/F3 5 0 R/F4 6 0 R'
    const annotations = fields === '' ? '' : `/Annots${fields}`
    const page = `<</Type/Page/Parent 2 0 R${annotations}/MediaBox[0 0 612 792]/Contents ${stream} 0 R/Resources<</Font<<${fonts}>>>>>>`
    return `${add(page)} 0 R`
  })
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${info}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const TEXT = [
  'The roads of the region were counted again in the spring, and the numbers',
  'were higher than anybody had expected when the work began some years ago',
  'because the smaller ways had never been on any list of the authorities and',
  'were only found by those who walked them every day on the way to school.',
]

/** Lines of running text below each other. */
function prose(y: number, { x = 72, lines = TEXT } = {}): Written[] {
  return lines.map((text, index) => ({ text, x, y: y + 14 * index }))
}

async function convert(
  bytes: Uint8Array,
  wish: Partial<ConversionOptions> = {},
  ocr?: OcrPages,
): Promise<Converted> {
  return await pdfConverter(ocr)(
    { bytes, fileName: 'a.pdf', contentType: '' },
    { keepImages: false, ocr: 'needed', ...wish },
    () => {},
  )
}

async function blocksOf(pages: readonly (readonly Written[])[]): Promise<ConvertedBlock[]> {
  return blocksIn(await convert(pdfOf(pages)))
}

function blocksIn({ content }: Converted): ConvertedBlock[] {
  assert.ok('pages' in content)
  return content.pages.flatMap(({ blocks }) => blocks)
}

async function htmlOf(...pages: (readonly Written[])[]): Promise<string[]> {
  return (await blocksOf(pages)).map(({ html }) => html)
}

describe('the layout of a page', () => {
  it('makes one paragraph of lines that belong together, and headings of what stands out', async () => {
    const html = await htmlOf([
      { text: 'Counting roads', y: 80, size: 22, font: 'bold' },
      { text: '1 Why they were counted', y: 130, size: 14 },
      ...prose(155),
      { text: 'Another sentence stands alone here.', y: 240 },
    ])
    assert.deepEqual(html, [
      '<h1>Counting roads</h1>',
      '<h2>1 Why they were counted</h2>',
      `<p>${TEXT.join(' ')}</p>`,
      '<p>Another sentence stands alone here.</p>',
    ])
  })

  it('reads columns one after the other, and what spans them before', async () => {
    const short = (word: string) =>
      Array.from({ length: 8 }, (_, index) => `${word} line ${index} of a narrow column`)
    const html = await htmlOf([
      { text: 'A title that spans both of the columns below', y: 80, size: 20, font: 'bold' },
      ...prose(130, { x: 72, lines: short('Left') }),
      ...prose(130, { x: 330, lines: short('Right') }),
    ])
    const text = html.join(' ')
    assert.match(html[0]!, /^<h1>A title that spans/)
    assert.ok(text.indexOf('Left line 7') < text.indexOf('Right line 0'), text)
  })

  it('removes hyphens at the ends of lines, but keeps those that a word has', async () => {
    const [html] = await htmlOf([
      { text: 'It is a cable-stayed bridge that the municipal govern-', y: 100 },
      { text: 'ment keeps, and no other one is cable-', y: 114 },
      { text: 'stayed.', y: 128 },
    ])
    assert.equal(
      html,
      '<p>It is a cable-stayed bridge that the municipal government keeps, and no other one is cable-stayed.</p>',
    )
  })

  it('keeps the last hyphen of a word that has several', async () => {
    const [html] = await htmlOf([
      { text: 'They look for a state-of-the-', y: 100 },
      { text: 'art bridge in all of the towns of the region.', y: 114 },
    ])
    assert.equal(html, '<p>They look for a state-of-the-art bridge in all of the towns of the region.</p>')
  })

  it('tells dashes that stand alone by their widths', async () => {
    const html = await htmlOf([{ text: 'One \x96 two \x97 three - four', y: 100 }])
    assert.deepEqual(html, ['<p>One – two — three - four</p>'])
  })

  it('makes no headings of sums and of dates', async () => {
    const html = await htmlOf([
      ...prose(80),
      { text: 'Total', y: 180, font: 'bold' },
      { text: '1,250.00', y: 180, x: 400, font: 'bold' },
      { text: '2019 to 2024', y: 220, font: 'italic' },
      ...prose(240),
    ])
    assert.deepEqual(html.slice(1, 3), ['<p>Total 1,250.00</p>', '<p>2019 to 2024</p>'])
  })

  it('puts back the rows of dots of a list of contents', async () => {
    const html = await htmlOf(
      ['First', 'Second', 'Third', 'Fourth'].flatMap((name, index) => [
        { text: `${name} part.`, y: 100 + 16 * index },
        { text: `.${index + 3}`, y: 100 + 16 * index, x: 515 },
      ]),
    )
    assert.equal(html[0], '<p>First part ..... 3</p>')
    assert.equal(html.length, 4)
  })

  it('makes lists of items, inside of each other by their indents', async () => {
    const html = await htmlOf([
      ...prose(80),
      { text: '\xb7 First', y: 150, x: 80 },
      { text: '\xb7 Second', y: 164, x: 80 },
      { text: '\xb7 Inner', y: 178, x: 100 },
      { text: '\xb7 Third', y: 192, x: 80 },
      { text: '1. One', y: 220, x: 80 },
      { text: '2. Two', y: 234, x: 80 },
    ])
    assert.equal(
      html.slice(1).join(''),
      '<ul><li>First</li><li>Second<ul><li>Inner</li></ul></li><li>Third</li></ul>' +
        '<ol><li value="1">One</li><li value="2">Two</li></ol>',
    )
  })

  it('takes shapes before large letters for bullets', async () => {
    const lines = [100, 160].map((y) => ({ text: 'An item of a slide', y, x: 120, size: 36 }))
    const extra = '\n90 698 12 12 re f 90 638 12 12 re f'
    const html = blocksIn(await convert(pdfOf([lines], { extra }))).map((block) => block.html)
    assert.deepEqual(html, ['<ul><li>An item of a slide</li><li>An item of a slide</li></ul>'])
  })

  it('shows what is ticked on a form', async () => {
    const field = '/FT/Btn/T(a)/V/Yes/AS/Yes/Rect[72 680 84 692]'
    const file = pdfOf([[{ text: 'I agree', x: 90, y: 110 }]], { field })
    assert.equal(blocksIn(await convert(file))[0]!.html, '<ul><li>☒ I agree</li></ul>')
  })

  it('keeps the lines of a program', async () => {
    const html = await htmlOf([
      ...prose(80),
      { text: 'if (road < 2) {', y: 160, font: 'mono', size: 10 },
      { text: 'close()', y: 172, x: 84, font: 'mono', size: 10 },
      { text: '}', y: 184, font: 'mono', size: 10 },
    ])
    assert.equal(html[1], '<pre><code>if (road &lt; 2) {\n  close()\n}</code></pre>')
  })

  it('ties notes at the foot of a page to their signs', async () => {
    const html = await htmlOf([
      ...prose(80),
      { text: 'The last count was better.', y: 136 },
      { text: '7', x: 204, y: 132, size: 6 },
      { text: '7 See the report of the year before.', y: 700, size: 8 },
    ])
    assert.match(html[0]!, /better\. ?<sup><a href="#note-1-1" role="doc-noteref">7<\/a><\/sup>/)
    assert.equal(html[1], '<p id="note-1-1">See the report of the year before.</p>')
  })

  it('gives each block its type and its place', async () => {
    const [first] = await blocksOf([[...prose(80)]])
    assert.equal(first?.type, 'text')
    assert.equal(first.source, 'text')
    const [left, top, , bottom] = first.box!
    assert.ok(
      Math.abs(left - 72) < 1 && top > 65 && top < 80 && bottom > 120 && bottom < 132,
      String(first.box),
    )
  })
})

describe('pages that follow each other', () => {
  const page = (number: number, lines: readonly Written[]): Written[] => [
    { text: 'Roads of the region', y: 40, size: 9, x: 250 },
    ...lines,
    { text: `Page ${number} of 3`, y: 760, size: 9, x: 280 },
  ]

  it('leaves out what is repeated at their edges', async () => {
    const html = await htmlOf(page(1, prose(100)), page(2, prose(100)), page(3, prose(100)))
    assert.deepEqual(
      html,
      Array.from({ length: 3 }, () => `<p>${TEXT.join(' ')}</p>`),
    )
  })

  it('leaves out a notice of several lines', async () => {
    const notice = ['Institute of Roads, 1 High Street', 'Registered as a charity', 'All rights reserved']
    const lines = notice.map((text, index) => ({ text, y: 730 + 9 * index, size: 8 }))
    const html = await htmlOf([...prose(140), ...lines], [...prose(240), ...lines])
    assert.deepEqual(html, [`<p>${TEXT.join(' ')}</p>`, `<p>${TEXT.join(' ')}</p>`])
  })

  it('keeps the headings of chapters that begin at the top', async () => {
    const chapter = (number: number) =>
      page(number, [{ text: `Chapter ${number}`, y: 80, size: 20, font: 'bold' }, ...prose(120)])
    const html = await htmlOf(chapter(1), chapter(2), chapter(3))
    assert.deepEqual(html.filter((block) => block.startsWith('<h')).length, 3)
  })

  it('joins a sentence that goes on', async () => {
    const html = await htmlOf(
      page(1, prose(100, { lines: [...TEXT, 'This sentence goes on with the roads that the'] })),
      page(2, prose(100, { lines: ['300 people have forgotten.'] })),
    )
    assert.match(html.join('|'), /the roads that the 300 people have forgotten\.<\/p>$/)
  })

  it('joins a list that goes on, on the level where it does', async () => {
    const html = await htmlOf(
      [
        ...prose(80),
        { text: '1. One', y: 650, x: 80 },
        { text: '\xb7 Inner', y: 664, x: 100 },
        { text: '\xb7 Inner', y: 678, x: 100 },
      ],
      [{ text: '2. Two', y: 150, x: 80 }, ...prose(200)],
    )
    assert.equal(
      html[1],
      '<ol><li value="1">One<ul><li>Inner</li><li>Inner</li></ul></li><li value="2">Two</li></ol>',
    )
  })

  it('leaves out the row with the number of a page that stands alone', async () => {
    const head = [
      { text: 'The roads of the region', y: 60 },
      { text: '17', y: 60, x: 500 },
    ]
    assert.deepEqual(await htmlOf([...head, ...prose(100)]), [`<p>${TEXT.join(' ')}</p>`])
  })
})

describe('files', () => {
  it('tells what a document says about itself', async () => {
    const info = '/Info<</Title(Roads \\(all\\))/Author<FEFF004A00F600720067>/Keywords(a, b)>>'
    const { metadata, totalPages, isPricedByPage } = await convert(pdfOf([prose(100)], { info }))
    assert.deepEqual(metadata, { title: 'Roads (all)', author: 'Jörg', keywords: 'a, b', language: 'en-GB' })
    assert.equal(totalPages, 1)
    assert.equal(isPricedByPage, true)
  })

  it('reads no more pages than it may', async () => {
    const { content, totalPages } = await convert(pdfOf([prose(100), prose(100), prose(100)]), {
      maxPages: 2,
    })
    assert.ok('pages' in content)
    assert.equal(content.pages.length, 2)
    assert.equal(totalPages, 3)
  })

  it('reads what is left of a file that was cut off', async () => {
    const whole = pdfOf([prose(100), prose(100), prose(100)])
    const cut = whole.subarray(0, whole.lastIndexOf('/Type/Page/') - 20)
    const converted = await convert(cut)
    assert.equal(blocksIn(converted).length, 2)
    assert.match(converted.warnings.join(), /cut off/)
  })

  it('leaves out the text of a font that was cut off', async () => {
    const text =
      'BT /A 12 Tf 72 700 Td (The harvest was good.) Tj ET BT /B 16 Tf 72 740 Td (80#+9&"\\(0+:;+) Tj ET'
    const cut = `%PDF-1.4
1 0 obj <</Type/Page/MediaBox[0 0 595 842]/Contents 2 0 R/Resources<</Font<</A 3 0 R/B 4 0 R>>>>>> endobj
2 0 obj <</Length ${text.length}>>\nstream\n${text}\nendstream endobj
3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Times-Roman>> endobj
4 0 obj <</Type/Font/Subt`
    const converted = await convert(Buffer.from(cut))
    assert.deepEqual(
      blocksIn(converted).map(({ html }) => html),
      ['<p>The harvest was good.</p>'],
    )
    assert.match(converted.warnings.join(), /font/)
  })

  it('reads a file that has something before it', async () => {
    const bytes = Buffer.concat([Buffer.from('X-Header: 1\r\n\r\n'), pdfOf([prose(100)])])
    assert.equal(blocksIn(await convert(bytes)).length, 1)
  })

  for (const [name, bytes, reason] of [
    ['a file that is no PDF', Buffer.from('PK\x03\x04 something else'), 'damaged'],
    ['a file of which nothing is left', Buffer.from('%PDF-1.7\nnothing'), 'damaged'],
    ['a document without pages', pdfOf([]), 'empty'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(convert(bytes), { name: 'UnreadableDocument', reason })
    })
  }

  it('reads a file that a drawing program keeps something of its own in', async () => {
    const file = pdfOf([prose(100)], { extra: '\n% /AIPrivateData1 2 0 R' })
    assert.equal(blocksIn(await convert(file))[0]!.html, `<p>${TEXT.join(' ')}</p>`)
  })

  it('warns of a document without text', async () => {
    const { warnings } = await convert(pdfOf([[]]))
    assert.deepEqual(warnings, ['No text was found in the document.'])
  })
})

describe('an image that is too large', () => {
  /** Two pages of text, of which the second also shows an image of 300 MB. */
  function pdfWithLargeImage(lines: readonly Written[]): Buffer {
    const data = deflateSync(Buffer.alloc(20_000 * 15_000), { level: 9 }).toString('latin1')
    const image = `<</Subtype/Image/Width 20000/Height 15000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode/Length ${data.length}>>\nstream\n${data}\nendstream`
    const text = pdfOf([prose(100), lines]).toString('latin1')
    // The image comes as a further object, in an update of the file that also gives it to the second page.
    const [, number, page] = /(\d+) 0 obj\n(<<\/Type\/Page\/.*)\nendobj\nxref/.exec(text)!
    const size = Number(/\/Size (\d+)/.exec(text)![1])
    const shown = page!
      .replace('/Resources<<', `/Resources<</XObject<</I ${size} 0 R>>`)
      .replace(/\/Contents (\d+) 0 R/, `/Contents[$1 0 R ${size + 1} 0 R]`)
    const content = 'q 500 0 0 300 50 50 cm /I Do Q'
    const added = [
      [size, image],
      [size + 1, `<</Length ${content.length}>>\nstream\n${content}\nendstream`],
      [Number(number), shown],
    ] as const
    let file = text
    let table = ''
    for (const [id, object] of added) {
      table += `${id} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`
      file += `${id} 0 obj\n${object}\nendobj\n`
    }
    const before = /startxref\n(\d+)/.exec(text)![1]
    return Buffer.from(
      `${file}xref\n${table}trailer\n<</Size ${size + 2}/Root 1 0 R/Prev ${before}>>\nstartxref\n${file.length}\n%%EOF\n`,
      'latin1',
    )
  }
  const WARNING = 'An image of 20000 x 15000 pixels on page 2 is too large to be read and was left out.'

  it('is left out, and the warning names its page', async () => {
    const lines = ['The bridges were counted in the autumn.', 'Nobody had asked for it.']
    const converted = await convert(pdfWithLargeImage(prose(100, { lines })))
    const html = blocksIn(converted).map((block) => block.html)
    assert.match(html.join(' '), /The roads of the region .*The bridges were counted/)
    assert.deepEqual(converted.warnings, [WARNING])
  })

  it('is named as the reason where it is the whole page', async () => {
    const converted = await convert(pdfWithLargeImage([]))
    assert.deepEqual(converted.warnings, [WARNING, '1 of 2 pages is a picture whose text was not read.'])
  })
})

describe('pages that are pictures', () => {
  const picture = '\nq 400 0 0 500 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID A EI Q'
  const scan = pdfOf([[]], { extra: picture })
  const ocr: OcrPages = async (_, numbers) =>
    new Map(
      numbers.map((number) => {
        const word = {
          box: [72, 90, 120, 101] as const,
          size: 11,
          font: '',
          color: '000000',
          rotation: 0,
          run: 1,
        }
        const looks = { isBold: false, isItalic: false, isMono: false, confidence: 0.8 }
        const words = [{ ...word, ...looks, text: 'Scanned' }]
        return [number, { number, width: 612, height: 792, words, rules: [], fills: [], links: [] }]
      }),
    )

  it('are read from their pictures', async () => {
    const converted = await convert(scan, {}, ocr)
    const [{ html, source, ocrConfidence }] = blocksIn(converted) as [ConvertedBlock]
    assert.deepEqual([html, source, ocrConfidence], ['<p>Scanned</p>', 'ocr', 0.8])
    assert.deepEqual(converted.warnings, [])
  })

  it('are those too whose fonts do not say what most letters mean', async () => {
    const lines = prose(100, { lines: Array.from({ length: 40 }, () => 'ab\x03\x04\x05 cd\x03\x04\x05') })
    const converted = await convert(pdfOf([lines], { extra: picture }), {}, ocr)
    assert.equal(blocksIn(converted)[0]!.source, 'ocr')
  })

  it('are named when they may not be read', async () => {
    const { warnings, content } = await convert(scan, { ocr: 'never' }, ocr)
    assert.deepEqual(warnings, ['1 of 1 pages is a picture whose text was not read.'])
    assert.ok('pages' in content)
    assert.equal(content.pages[0]!.status, 'failed')
  })

  it('are not looked for where there is text, unless always', async () => {
    const written = pdfOf([prose(100)], { extra: picture })
    assert.equal(blocksIn(await convert(written, {}, ocr))[0]!.source, 'text')
    assert.equal(blocksIn(await convert(written, { ocr: 'always' }, ocr))[0]!.source, 'ocr')
  })
})
