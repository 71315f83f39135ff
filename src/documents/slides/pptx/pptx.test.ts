import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipOf } from '../../../../test/support/zip-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import { convertPptx } from './pptx.ts'

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function links(targets: Record<string, string>): string {
  const list = Object.entries(targets).map(([id, target]) => {
    const type = /^(\w+?)\d*$/.exec(id)![1]!
    const mode = target.includes('://') ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"${mode}/>`
  })
  return `<Relationships>${list.join('')}</Relationships>`
}

/** A presentation of these slides; additional links of each may follow its shapes. */
function presentation(
  slides: { shapes: string; attributes?: string; links?: Record<string, string> }[],
  parts: Record<string, string | Uint8Array> = {},
): Buffer {
  const entries: Record<string, string | Uint8Array> = {
    '_rels/.rels': links({ officeDocument1: 'ppt/presentation.xml' }),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, index) => `<p:sldId r:id="slide${slides.length - index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': links({
      ...Object.fromEntries(
        slides.map((_, index) => [`slide${slides.length - index}`, `slides/s${index}.xml`]),
      ),
      commentAuthors1: 'commentAuthors.xml',
    }),
    'ppt/slideLayouts/layout.xml': `<p:sldLayout>${tree(
      shape({ place: 'type="title"', at: [0, 100] }) +
        shape({ place: 'idx="1"', at: [0, 5_000_000], styles: '<a:lvl2pPr><a:buNone/></a:lvl2pPr>' }),
    )}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/layout.xml.rels': links({ slideMaster1: '../slideMasters/master.xml' }),
    'ppt/slideMasters/master.xml':
      '<p:sldMaster><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles></p:sldMaster>',
  }
  for (const [index, { shapes, attributes = '', links: own = {} }] of slides.entries()) {
    entries[`ppt/slides/s${index}.xml`] = `<p:sld${attributes}>${tree(shapes)}</p:sld>`
    entries[`ppt/slides/_rels/s${index}.xml.rels`] = links({
      slideLayout1: '../slideLayouts/layout.xml',
      ...own,
    })
  }
  return zipOf({ ...entries, ...parts })
}

const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`
const paragraph = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`

function shape({
  place,
  at,
  text = '',
  styles = '',
}: {
  place?: string
  at?: [x: number, y: number]
  text?: string
  styles?: string
}): string {
  const placeholder = place === undefined ? '' : `<p:ph ${place}/>`
  const offset = at ? `<a:xfrm><a:off x="${at[0]}" y="${at[1]}"/></a:xfrm>` : ''
  return `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${offset}</p:spPr><p:txBody><a:lstStyle>${styles}</a:lstStyle>${text}</p:txBody></p:sp>`
}

async function convert(bytes: Uint8Array, maxPages?: number) {
  const source = { bytes, fileName: 'show.pptx', contentType: '' }
  const wish = { keepImages: false, ocr: 'never' as const, ...(maxPages === undefined ? {} : { maxPages }) }
  const { content, ...rest } = await convertPptx(source, wish, () => {})
  assert.ok('html' in content)
  return { html: content.html, ...rest }
}

describe('presentations of XML', () => {
  it('have their slides in the order of the show, and count them', async () => {
    const slides = ['First', 'Second', 'Third'].map((title) => ({
      shapes: shape({ place: 'type="title"', text: paragraph(title) }),
    }))
    const { html, totalPages } = await convert(presentation(slides))
    assert.equal(html, '<h1>First</h1>\n<h1>Second</h1>\n<h1>Third</h1>')
    assert.equal(totalPages, 3)
    assert.deepEqual(await convert(presentation(slides), 1), {
      html: '<h1>First</h1>',
      metadata: {},
      totalPages: 3,
      warnings: [],
    })
  })

  it('put the title first, then go from top to bottom and from left to right', async () => {
    const shapes =
      shape({ at: [0, 9_000_000], text: paragraph('last') }) +
      shape({ at: [900, 30_000], text: paragraph('right') }) +
      shape({ at: [100, 10_000], text: paragraph('left') }) +
      `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="4000000"/></a:xfrm></p:grpSpPr>${shape({ at: [0, 99_999_999], text: paragraph('grouped') })}</p:grpSp>` +
      shape({ place: 'idx="1"', text: paragraph('body') }) +
      shape({ place: 'type="ctrTitle"', at: [0, 8_000_000], text: paragraph('The') + paragraph('title') })
    const { html } = await convert(presentation([{ shapes }]))
    assert.equal(
      html,
      '<h1>The title</h1>\n<p>left</p>\n<p>right</p>\n<p>grouped</p>\n<ul><li>body</li></ul>\n<p>last</p>',
    )
  })

  it('have bullets by paragraph, shape, layout or master', async () => {
    const body = shape({
      place: 'idx="1"',
      text:
        paragraph('from the master') +
        paragraph('not on the layout', '<a:pPr lvl="1"/>') +
        paragraph('numbered', '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>') +
        paragraph('none', '<a:pPr><a:buNone/></a:pPr>'),
    })
    const box = shape({
      at: [0, 9_000_000],
      styles: '<a:lvl1pPr><a:buChar char="*"/></a:lvl1pPr>',
      text: paragraph('of its own') + paragraph('indented', '<a:pPr lvl="1"/>'),
    })
    const { html } = await convert(presentation([{ shapes: body + box }]))
    assert.equal(
      html,
      '<ul><li>from the master</li></ul>\n<p>not on the layout</p>\n<ol start="3"><li>numbered</li></ol>\n<p>none</p>\n<ul><li>of its own<ul><li>indented</li></ul></li></ul>',
    )
  })

  it('leave out footers, numbers, dates, hidden shapes and hidden slides', async () => {
    const furniture = ['dt', 'ftr', 'sldNum']
      .map((type) => shape({ place: `type="${type}"`, text: paragraph(type) }))
      .join('')
    const hidden = shape({ text: paragraph('hidden') }).replace('id="1"', 'id="1" hidden="1"')
    const field = shape({
      text: '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld><a:r><a:t>x</a:t></a:r><a:br/></a:p>',
    })
    const { html, warnings, totalPages } = await convert(
      presentation([{ shapes: furniture + hidden + field }, { shapes: field, attributes: ' show="0"' }]),
    )
    assert.equal(html, '<p>x</p>')
    assert.equal(totalPages, 2)
    assert.deepEqual(warnings, ['Hidden slides were left out: 2.'])
  })

  it('keep tables with merged cells, links and line breaks', async () => {
    const cell = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody>${text}</a:txBody></a:tc>`
    const linked =
      '<a:p><a:r><a:rPr><a:hlinkClick r:id="hyperlink1"/></a:rPr><a:t>Site</a:t></a:r><a:br/><a:r><a:t>below</a:t></a:r></a:p>'
    const table =
      `<a:tbl><a:tr>${cell(paragraph('a') + paragraph('b'), ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr>` +
      `<a:tr>${cell(linked, ' rowSpan="2"')}${cell(paragraph('c'))}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell(paragraph('d'))}</a:tr></a:tbl>`
    const frame = `<p:graphicFrame><p:xfrm><a:off x="0" y="0"/></p:xfrm><a:graphic><a:graphicData>${table}</a:graphicData></a:graphic></p:graphicFrame>`
    const { html } = await convert(
      presentation([{ shapes: frame, links: { hyperlink1: 'https://site.test/' } }]),
    )
    assert.equal(
      html,
      '<table role="table" data-merged="repeat">\n<tr><th colspan="2">a<br>b</th></tr>\n' +
        '<tr><td rowspan="2"><a href="https://site.test/">Site</a><br>below</td><td>c</td></tr>\n<tr><td>d</td></tr>\n</table>',
    )
  })

  it('show existing images, charts and diagrams', async () => {
    const picture = (id: string) =>
      `<p:pic><p:nvPicPr><p:cNvPr descr="A  duck"/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill></p:pic>`
    const frame = (content: string) =>
      `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`
    const series =
      '<c:ser><c:tx><c:v>Count</c:v></c:tx><c:val><c:numLit><c:formatCode>0.0</c:formatCode><c:pt idx="1"><c:v>7</c:v></c:pt></c:numLit></c:val></c:ser>'
    const { html } = await convert(
      presentation(
        [
          {
            shapes:
              picture('image1') +
              picture('image2') +
              picture('image3') +
              frame('<c:chart r:id="chart1"/>') +
              frame('<dgm:relIds r:dm="diagramData1"/>'),
            links: {
              image1: '../media/duck.png',
              image2: '../media/gone.png',
              image3: 'file:///duck.png',
              chart1: '../charts/c.xml',
              diagramData1: '../diagrams/d.xml',
            },
          },
        ],
        {
          'ppt/media/duck.png': Buffer.from('PNG'),
          'ppt/charts/c.xml': `<c:chartSpace><c:chart><c:plotArea><c:pie3DChart>${series}</c:pie3DChart></c:plotArea></c:chart></c:chartSpace>`,
          'ppt/diagrams/d.xml': `<dgm:dataModel><dgm:ptLst><dgm:pt/><dgm:pt><dgm:t>${paragraph('step')}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
        },
      ),
    )
    assert.equal(
      html,
      '<p><img src="data:image/png;base64..." alt="A duck"></p>\n<p>Pie chart</p>\n<table role="table">\n<tr><th></th><th>Count</th></tr>\n' +
        '<tr><td>1</td><td></td></tr>\n<tr><td>2</td><td>7.0</td></tr>\n</table>\n<ul><li>step</li></ul>',
    )
  })

  it('link the texts of a diagram by its own links, not by those of the slide', async () => {
    const linked = (id: string) =>
      `<dgm:pt><dgm:t>${paragraph(id).replace('<a:t>', `<a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>`)}</dgm:t></dgm:pt>`
    const frame =
      '<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="diagramData1"/></a:graphicData></a:graphic></p:graphicFrame>'
    const { html } = await convert(
      presentation(
        [
          {
            shapes: frame,
            links: {
              diagramData1: '../diagrams/d.xml',
              hyperlink1: 'https://slide.test/',
              hyperlink2: 'https://slide.test/',
            },
          },
        ],
        {
          'ppt/diagrams/d.xml': `<dgm:dataModel><dgm:ptLst>${linked('hyperlink1')}${linked('hyperlink2')}</dgm:ptLst></dgm:dataModel>`,
          'ppt/diagrams/_rels/d.xml.rels': links({ hyperlink1: 'https://diagram.test/' }),
        },
      ),
    )
    assert.equal(html, '<ul><li><a href="https://diagram.test/">hyperlink1</a></li><li>hyperlink2</li></ul>')
  })

  it('end each slide with the speaker notes and the comments', async () => {
    const { html } = await convert(
      presentation(
        [
          {
            shapes: shape({ text: paragraph('x') }),
            links: { notesSlide1: '../notes.xml', comments1: '../comments.xml' },
          },
        ],
        {
          'ppt/notes.xml': `<p:notes>${tree(shape({ place: 'type="sldNum"', text: paragraph('1') }) + shape({ place: 'type="body" idx="1"', text: paragraph('say this') + paragraph('and that') }))}</p:notes>`,
          'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>',
          'ppt/comments.xml':
            '<p:cmLst><p:cm authorId="0" dt="2026-01-02T03:04:05"><p:text>More &lt;here&gt;</p:text></p:cm></p:cmLst>',
        },
      ),
    )
    assert.equal(
      html,
      '<p>x</p>\n<blockquote><p>Notes: say this</p><p>and that</p></blockquote>\n<p>[author: Ann, time: 2026-01-02T03:04:05]: More &lt;here&gt;</p>',
    )
  })

  it('may use any prefixes', async () => {
    const P = 'http://schemas.openxmlformats.org/presentationml/2006/main'
    const A = 'http://purl.oclc.org/ooxml/drawingml/main'
    const bytes = zipOf({
      'ppt/presentation.xml': `<x:presentation xmlns:x="${P}"><x:sldIdLst><x:sldId y:id="slide1" xmlns:y="${TYPES}"/></x:sldIdLst></x:presentation>`,
      'ppt/_rels/presentation.xml.rels': links({ slide1: 's.xml' }),
      'ppt/s.xml': `<sld xmlns="${P}" xmlns:d="${A}"><cSld><spTree><sp><nvSpPr><nvPr><ph type="title"/></nvPr></nvSpPr><txBody><d:p><d:r><d:t>Head</d:t></d:r></d:p></txBody></sp></spTree></cSld></sld>`,
    })
    assert.equal((await convert(bytes)).html, '<h1>Head</h1>')
  })

  it('report another file type', async () => {
    await assert.rejects(
      () => convert(zipOf({ 'a.txt': 'x' })),
      (error) => error instanceof UnreadableDocument && error.reason === 'damaged',
    )
  })

  it('look up placeholders quickly, even if a slide and its layout have many', async () => {
    const places = Array.from({ length: 20_000 }, (_, index) => shape({ place: `idx="${index}"` }))
    const own = shape({ place: 'idx="19999"', text: paragraph('a') })
    const layout = `<p:sldLayout>${tree(places.join(''))}</p:sldLayout>`
    const { html } = await convert(
      presentation([{ shapes: own.repeat(20_000) }], { 'ppt/slideLayouts/layout.xml': layout }),
    )
    assert.equal(html.match(/<ul>/g)?.length, 20_000)
  })

  it('parse a list style once, even if many paragraphs use it', async () => {
    const styles = `${'<a:x/>'.repeat(50_000)}<a:lvl1pPr><a:buChar/></a:lvl1pPr>`
    const { html } = await convert(
      presentation([{ shapes: shape({ text: paragraph('a').repeat(50_000), styles }) }]),
    )
    assert.equal(html.match(/<li>/g)?.length, 50_000)
  })

  it('have no useless links', async () => {
    const text = paragraph('a').replace('<a:t>', '<a:rPr><a:hlinkClick r:id="hyperlink1"/></a:rPr><a:t>')
    const target = `https://site.test/${'x'.repeat(10_000)}`
    const { html } = await convert(presentation([{ shapes: shape({ text }), links: { hyperlink1: target } }]))
    assert.equal(html, '<p>a</p>')
  })
})
