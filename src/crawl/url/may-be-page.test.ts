import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayBePage } from './may-be-page.ts'

const pages = [
  '/',
  '/about',
  '/a.html',
  '/a.PHP?x=y.jpg',
  '/a.aspx',
  '/v1.2',
  '/example.com',
  '/tools/jasper.ai',
  '/photo.jpg/',
  '/archive.zip/contents',
  '/wiki/File:Photo.jpg',
  '/wiki/Datei%3APhoto.html',
  '/data.json',
  '/article.xml',
  '/a.b.c',
  '/.',
  '/a.',
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'epub', 'csv', 'txt', 'md', 'rtf', 'doc', 'xls'].map(
    (end) => `/a.${end}`,
  ),
]
const files = [
  '/a.jpg',
  '/A.JPEG?w=10',
  '/a.min.js',
  '/node.js',
  '/a.css',
  '/a.woff2',
  '/a.mp4',
  '/a.tar.gz',
  '/a.zip',
  '/a.exe',
  '/a.dmg',
  '/a.svg;v=2',
  '/a.webp#b',
  '/sitemap.xml',
  '/sitemap-posts_1.xml',
  '/sitemap.xml.gz',
  '/feed.xml',
  '/news.rss',
  '/.png',
]

describe('URLs that may be pages', () => {
  for (const path of pages) it(path, () => assert.equal(mayBePage(`https://example.com${path}`), true))
})

describe('URLs that are not pages', () => {
  for (const path of files) it(path, () => assert.equal(mayBePage(`https://example.com${path}`), false))
})
