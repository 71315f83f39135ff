import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import { repairPdf } from './repair-pdf.ts'

function repaired(file: Buffer): string {
  return Buffer.from(repairPdf(file)!).toString('latin1')
}

describe('repairPdf', () => {
  it('lists the pages and objects that are whole', () => {
    const file = repaired(
      Buffer.from(
        '%PDF-1.4\n7 0 obj\n<</Type/Page>>\nendobj\n8 0 obj\n<</Type/Pages>>\nendobj\n20 0 obj\n<</Le',
      ),
    )
    assert.match(file, /\/Type\/Pages\/Count 1\/Kids\[7 0 R\]/)
    assert.match(file, /\n7 1\n0000000009 00000 n \n/)
    assert.doesNotMatch(file, /\n20 1\n/)
    const start = Number(/startxref\n(\d+)/.exec(file)![1])
    assert.ok(file.startsWith('xref\n', start))
  })

  it('unpacks objects from streams', () => {
    const packed = deflateSync(Buffer.from('4 0 5 15 <</Type/Page>>  <</Other 1>>'))
    const head = `3 0 obj\n<</Type/ObjStm/N 2/First 9/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`
    const file = repaired(
      Buffer.concat([Buffer.from(`%PDF-1.5\n${head}`), packed, Buffer.from('\nendstream\nendobj\n')]),
    )
    assert.match(file, /\n4 0 obj\n<<\/Type\/Page>>\nendobj/)
    assert.match(file, /\n5 0 obj\n<<\/Other 1>>\nendobj/)
    assert.match(file, /Kids\[4 0 R\]/)
  })

  for (const [name, file] of [
    ['no objects', '%PDF-1.4\nnothing'],
    ['no pages', '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n'],
    [
      'a stream that is torn',
      '%PDF-1.5\n3 0 obj\n<</Type/ObjStm/N 2/First 9/Filter/FlateDecode>>\nstream\nxx\nendobj\n',
    ],
  ]) {
    it(`gives up on a file with ${name}`, () => assert.equal(repairPdf(Buffer.from(file!)), undefined))
  }
})
