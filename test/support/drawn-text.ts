/**
 * A white image with rows of dark boxes the size of letters, grouped into words: a page of text from a
 * distance.
 */
export function drawnText({ width = 1200, height = 800, letter = 20, shade = 0, paper = 255 } = {}): {
  width: number
  height: number
  pixels: Uint8Array
} {
  const pixels = new Uint8Array(width * height).fill(paper)
  for (let top = 40; top + letter < height - 40; top += letter * 2) {
    for (let left = 40, count = 0; left + letter < width - 40; left += letter, count++) {
      if (count % 6 === 5) continue
      for (let y = top; y < top + letter; y++) {
        pixels.fill(shade, y * width + left, y * width + left + Math.round(letter * 0.7))
      }
    }
  }
  return { width, height, pixels }
}
