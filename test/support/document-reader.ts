import assert from 'node:assert/strict'
import type { Converted, Converter } from '../../src/documents/converted.ts'

/** Reads documents of one kind under this name, without OCR. */
export function documentReader(converter: Converter, fileName: string) {
  async function convert(bytes: Uint8Array, keepImages = false): Promise<Converted> {
    return await converter({ bytes, fileName, contentType: '' }, { keepImages, ocr: 'never' }, () => {})
  }

  /** The markup of a document without pages. */
  async function html(bytes: Uint8Array, keepImages = false): Promise<string> {
    const { content } = await convert(bytes, keepImages)
    assert.ok('html' in content)
    return content.html
  }

  return { convert, html }
}
