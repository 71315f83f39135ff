import { UnreadableDocument } from '../unreadable.ts'
import type { Grey } from './grey.ts'
import type { Pix, Tesseract } from './tesseract-wasm.ts'

/** What of a color is taken: how light it looks, or the lightest or darkest of its red, green and blue. */
export type Channel = 'luminance' | 'lightest' | 'darkest'

/** Unpacks a picture with the library that Tesseract brings, as shades of grey over white. */
export function decodePicture(tesseract: Tesseract, bytes: Uint8Array, channel: Channel = 'luminance'): Grey {
  const packed = tesseract._malloc(bytes.length)
  new Uint8Array(tesseract.memory.buffer).set(bytes, packed)
  const pointer = tesseract._pixReadMem(packed, bytes.length)
  tesseract._free(packed)
  if (pointer === 0)
    throw new UnreadableDocument('damaged', 'The picture is damaged, or of a kind that is not read.')
  try {
    return greyOf(tesseract, pointer, SHADE[channel])
  } finally {
    const holder = tesseract._malloc(4)
    new Uint32Array(tesseract.memory.buffer, holder, 1)[0] = pointer
    tesseract._pixDestroy(holder)
    tesseract._free(holder)
  }
}

/** The pixels lie in words of 32 bits, the first in the highest bits. */
function greyOf(tesseract: Tesseract, pointer: number, shade: Shade): Grey {
  const pix = tesseract.wrapPointer(pointer, tesseract.Pix)
  const width = pix.get_w()
  const height = pix.get_h()
  const depth = pix.get_d()
  const wordsPerLine = pix.get_wpl()
  const words = new Uint32Array(tesseract.memory.buffer, pix.get_data(), wordsPerLine * height)
  const pixels = new Uint8Array(width * height)
  if (depth === 32) {
    const hasAlpha = pix.get_spp() === 4
    for (let y = 0, to = 0; y < height; y++) {
      for (let from = y * wordsPerLine, end = from + width; from < end; from++, to++) {
        pixels[to] = shadeOf(words[from]!, shade, hasAlpha)
      }
    }
    return { width, height, pixels }
  }
  const shades = shadesOf(tesseract, pix, shade)
  const perWord = 32 / depth
  const mask = 2 ** Math.min(depth, 8) - 1
  for (let y = 0, to = 0; y < height; y++) {
    const line = y * wordsPerLine
    for (let x = 0; x < width; x++, to++) {
      const word = words[line + Math.floor(x / perWord)]!
      const shift = 32 - depth * ((x % perWord) + 1) + (depth === 16 ? 8 : 0)
      pixels[to] = shades[(word >>> shift) & mask]!
    }
  }
  return { width, height, pixels }
}

type Shade = (red: number, green: number, blue: number) => number

const SHADE: Record<Channel, Shade> = {
  luminance: (red, green, blue) => (red * 77 + green * 151 + blue * 28) >> 8,
  lightest: (red, green, blue) => Math.max(red, green, blue),
  darkest: (red, green, blue) => Math.min(red, green, blue),
}

function shadeOf(word: number, shade: Shade, hasAlpha: boolean): number {
  const opaque = shade(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255)
  if (!hasAlpha) return opaque
  const alpha = word & 255
  return (opaque * alpha + 255 * (255 - alpha)) / 255
}

/** The shade of each value that a pixel of a depth up to 16 may have; of 16 bits only the upper 8 count. */
function shadesOf(tesseract: Tesseract, pix: Pix, shade: Shade): Uint8Array {
  const depth = Math.min(pix.get_d(), 8)
  const count = 2 ** depth
  const shades = Uint8Array.from({ length: count }, (_, value) => (value * 255) / (count - 1))
  const colormap = tesseract.getPointer(pix.get_colormap())
  // A picture of one bit has ink where the bit is set.
  if (colormap === 0) return pix.get_d() === 1 ? shades.toReversed() : shades
  const [array, , , used] = new Uint32Array(tesseract.memory.buffer, colormap, 4)
  const colors = new Uint8Array(tesseract.memory.buffer, array!, used! * 4)
  for (let value = 0; value < Math.min(count, used!); value++) {
    const [blue, green, red, alpha] = colors.subarray(value * 4, value * 4 + 4)
    shades[value] = shadeOf(((red! << 24) | (green! << 16) | (blue! << 8) | alpha!) >>> 0, shade, true)
  }
  return shades
}
