import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentKind } from './content-kind.ts'

describe('contentKind', () => {
  const cases: [contentType: string, start: string, kind: string][] = [
    ['text/html; charset=utf-8', '<p>', 'html'],
    ['TEXT/HTML', '', 'html'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html>', 'html'],
    ['text/html', 'a\0b', 'html'],
    ['text/plain', 'x', 'text '],
    ['text/markdown', '# x', 'text '],
    ['application/json', '{}', 'text json'],
    ['application/ld+json; charset=utf-8', '{}', 'text json'],
    ['application/rss+xml', '<rss>', 'text xml'],
    ['text/xml', '<a>', 'text xml'],
    ['text/csv', 'a,b', 'text csv'],
    ['application/javascript', 'x()', 'text javascript'],
    ['application/x-yaml', 'a: b', 'text yaml'],
    ['application/pdf', 'x', 'file application/pdf'],
    ['text/html', '%PDF-1.7', 'file PDF'],
    ['image/png', '', 'file image/png'],
    ['text/plain', '\x89PNG\r\n\x1a\n', 'file image'],
    ['application/octet-stream', 'PK\x03\x04', 'file Office document or ZIP archive'],
    ['application/octet-stream', 'a\0\x01', 'file binary file'],
    ['application/octet-stream', 'plain words', 'text '],
    ['', '', 'html'],
    ['', ' <!DOCTYPE html><p>', 'html'],
    ['', '<!-- hello --><html>', 'html'],
    ['', '<?xml version="1.0"?><rss>', 'text xml'],
    ['', '{"a":1}', 'text json'],
    ['', 'words', 'text '],
    ['video/mp4', '', 'file video/mp4'],
  ]
  for (const [contentType, start, kind] of cases) {
    it(`${contentType || 'no type'} with ${JSON.stringify(start)} is ${kind}`, () => {
      const is = contentKind(contentType, Buffer.from(start, 'latin1'))
      const found =
        is.kind === 'html' ? 'html' : is.kind === 'text' ? `text ${is.language}` : `file ${is.name}`
      assert.equal(found, kind)
    })
  }
})
