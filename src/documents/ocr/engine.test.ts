import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { linesOf, withSystemTesseract } from './tesseract.ts'
import type { OcrEngine } from './tesseract.ts'

const GREY = { width: 3, height: 2, pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) }

const other: OcrEngine = {
  detectOrientation: async () => ({ turn: 90, turnConfidence: 1, script: 'Other', scriptConfidence: 1 }),
  read: async (_, { language }) => [
    { words: [{ text: `other ${language}`, left: 0, top: 0, right: 1, bottom: 1, confidence: 1 }] },
  ],
}

/** Stands in for Tesseract: tells what it was called with, and the size of what it was given. */
const SCRIPT = `#!/bin/sh
case "$*" in
  --list-langs) printf 'List of available languages (2):\\neng\\nosd\\n' ;;
  *'--psm 0'*) cat > /dev/null; printf 'Page number: 0\\nOrientation in degrees: 90\\nRotate: 270\\nOrientation confidence: 5.25\\nScript: Latin\\nScript confidence: 3.5\\n' ;;
  *) printf '4\\t1\\t1\\t1\\t1\\t0\\t0\\t0\\t0\\t0\\t-1\\t\\n5\\t1\\t1\\t1\\t1\\t1\\t1\\t2\\t3\\t4\\t90\\t%s\\n' "$*:$(wc -c)" ;;
esac
`

describe('the Tesseract of the system', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tesseract-'))
    await writeFile(join(folder, 'works'), SCRIPT, { mode: 0o755 })
    await writeFile(join(folder, 'empty'), '#!/bin/sh\necho osd\n', { mode: 0o755 })
    await writeFile(join(folder, 'broken'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  })
  after(() => rm(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)

  it('reads pictures that it is given whole', async () => {
    const engine = await withSystemTesseract(other, [at('missing'), at('broken'), at('works')])
    assert.deepEqual(await engine.read(GREY, { language: 'eng', dpi: 299.6, layout: 'sparse' }), [
      {
        words: [
          {
            text: `stdin stdout -l eng --psm 11 --dpi 300 tsv:${'P5\n3 2\n255\n'.length + 6}`,
            left: 1,
            top: 2,
            right: 4,
            bottom: 6,
            confidence: 0.9,
          },
        ],
      },
    ])
    assert.deepEqual(await engine.detectOrientation(GREY), {
      turn: 270,
      turnConfidence: 5.25,
      script: 'Latin',
      scriptConfidence: 3.5,
    })
  })

  it('leaves what it has no data for to the other', async () => {
    const engine = await withSystemTesseract(other, [at('works')])
    const [line] = await engine.read(GREY, { language: 'jpn', dpi: 300, layout: 'page' })
    assert.equal(line?.words[0]?.text, 'other jpn')
  })

  it('is not used when it is missing, fails or knows nothing', async () => {
    assert.equal(await withSystemTesseract(other, [at('missing'), at('broken'), at('empty')]), other)
  })
})

it('reads words line by line from the table of Tesseract', () => {
  const tsv = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '1\t1\t0\t0\t0\t0\t0\t0\t100\t100\t-1\t',
    '4\t1\t1\t1\t1\t0\t5\t5\t60\t10\t-1\t',
    '5\t1\t1\t1\t1\t1\t5\t6\t20\t9\t96.5\tOne',
    '5\t1\t1\t1\t1\t2\t30\t6\t20\t9\t50\ttwo',
    '4\t1\t1\t1\t2\t0\t5\t25\t60\t10\t-1\t',
    '5\t1\t1\t1\t2\t1\t5\t25\t20\t10\t95\t ',
    '4\t1\t1\t1\t3\t0\t5\t45\t60\t10\t-1\t',
    '5\t1\t1\t1\t3\t1\t5\t45\t20\t10\t-1\tthree',
    '',
  ].join('\n')
  assert.deepEqual(linesOf(tsv), [
    {
      words: [
        { text: 'One', left: 5, top: 6, right: 25, bottom: 15, confidence: 0.965 },
        { text: 'two', left: 30, top: 6, right: 50, bottom: 15, confidence: 0.5 },
      ],
    },
    { words: [{ text: 'three', left: 5, top: 45, right: 25, bottom: 55, confidence: 0 }] },
  ])
})
