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
    ['', ' <!DOCTYPE html><p>', 'html'],
    ['', '<!-- hello --><html>', 'html'],
    ['', '<?xml version="1.0"?><rss>', 'text xml'],
    ['', '{"a":1}', 'text json'],
    ['', 'words', 'text '],
    ['video/mp4', '', 'file video/mp4'],
    ['text/html, text/html', '<p>', 'html'],
    // Pages with another content type.
    ['text/plain', '<!DOCTYPE html><html><body>', 'html'],
    ['text/plain', '<!-- a --> <html lang="en">', 'html'],
    ['text/plain', '<p>a snippet</p>', 'text '],
    ['text/plain', 'See <html> for more', 'text '],
    ['application/octet-stream', '<!doctype html>', 'html'],
    ['application/octet-stream', '<div>a</div>', 'html'],
    ['application/xml', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', 'html'],
    ['application/json', '<!doctype html><title>Error</title>', 'html'],
    // Data with the content type of a page.
    ['text/html', '{"a": [1, 2]}', 'text json'],
    ['text/html', '[{"a": 1}]\n', 'text json'],
    ['text/html; charset=utf-8', '[1, 2, 3]', 'text json'],
    ['text/html', '{"a": 1}<p>and a page', 'html'],
    ['text/html', '{{ title }}', 'html'],
    ['text/html', '[note] words', 'html'],
    ['text/html', '<?xml version="1.0"?><rss version="2.0">', 'text xml'],
    ['text/html', '<rss><channel>', 'text xml'],
    ['text/html', '<?xml version="1.0"?>\n<!-- x -->\n<feed xmlns="x">', 'text xml'],
    ['text/html', '<?xml version="1.0"?><urlset xmlns="x">', 'text xml'],
    ['text/html', '<?xml version="1.0"?><!DOCTYPE html><html>', 'html'],
    ['', '<rss version="2.0">', 'text xml'],
    ['application/octet-stream', '<?xml version="1.0"?><a/>', 'text xml'],
    // Files with the content type of a page or text.
    ['text/html', 'PK\x03\x04abc', 'file Office document or ZIP archive'],
    ['text/html', 'GIF89a', 'file image'],
    ['text/html', '\xff\xd8\xff\xe0', 'file image'],
    ['text/html', 'RIFF\x10\0\0\0WEBPVP8 ', 'file image'],
    ['text/plain', '\n%PDF-1.4', 'file PDF'],
    ['text/plain', 'ID3\x03\0', 'file audio or video'],
    ['text/html', '\0\0\0\x18ftypmp42', 'file audio or video'],
    ['text/html', '\0\0\0\x1cftypavif', 'file image'],
    ['text/html', 'wOF2\0\x01', 'file font'],
    ['application/json', '\x7fELF\x02', 'file program'],
    ['text/html', '\x1f\x8b\x08\0', 'file archive'],
    ['text/plain', 'a\x01\x02b', 'file binary file'],
    ['text/plain', '\xff\xfea\0b\0', 'text '],
    ['text/plain', '\x1b$B%F%9%H\x1b(B', 'text '],
    ['text/plain', 'MZ is a code of a country', 'text '],
    ['', '', 'html'],
  ]
  for (const [contentType, start, kind] of cases) {
    it(`is ${kind} for ${contentType || 'no type'} with ${JSON.stringify(start)}`, () => {
      const is = contentKind(contentType, Buffer.from(start, 'latin1'))
      const found =
        is.kind === 'html' ? 'html' : is.kind === 'text' ? `text ${is.language}` : `file ${is.name}`
      assert.equal(found, kind)
    })
  }

  const asSent: [contentType: string, start: string, kind: string][] = [
    ['text/plain', '<!doctype html><html>', 'text'],
    ['application/xml', '<html xmlns="x">', 'text'],
    ['text/html', '{"a": 1}', 'text'],
    ['application/octet-stream', '<!doctype html>', 'html'],
  ]
  for (const [contentType, start, kind] of asSent) {
    it(`is ${kind} for ${contentType} with ${start} when the server forbids sniffing`, () =>
      assert.equal(contentKind(contentType, Buffer.from(start), true).kind, kind))
  }
})
