// Colours of all notations of CSS in one: `#rrggbb`, or `#rrggbbaa` where something shines through.
import * as page from './platform.ts'

const MAX_KNOWN = 3000
const LONGEST = 200
const RGB = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/
const COLOR_FUNCTION = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g
const LONGEST_GRADIENT = 2000
const MAX_STOPS = 8
const ROLE =
  /primary|secondary|accent|brand|success|positive|warning|caution|danger|error|destructive|negative/i

const known = new Map<string, string | undefined>()
let canvas: OffscreenCanvasRenderingContext2D | undefined

export function colorOf(notation: string | undefined): string | undefined {
  if (notation === undefined || notation.length > LONGEST) return undefined
  if (!known.has(notation)) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(notation, read(notation))
  }
  return known.get(notation)
}

/** The same, undefined where nothing of the colour can be seen. */
export function visibleColor(notation: string): string | undefined {
  const color = colorOf(notation)
  return color !== undefined && color.length === 9 && color.endsWith('00') ? undefined : color
}

function read(notation: string): string | undefined {
  const [, red, green, blue, alpha] = RGB.exec(notation) ?? []
  if (red !== undefined) return hex([red, green, blue].map(Number), Number(alpha ?? 1))
  return isColor(notation) ? drawn(notation) : undefined
}

/** What is no colour leaves a pen as it was. */
function isColor(notation: string): boolean {
  const canvas = pen()
  canvas.fillStyle = '#000000'
  canvas.fillStyle = notation
  const onBlack = canvas.fillStyle
  canvas.fillStyle = '#ffffff'
  canvas.fillStyle = notation
  return onBlack === canvas.fillStyle
}

function pen(): OffscreenCanvasRenderingContext2D {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  return canvas
}

/** Drawn without its transparency, because a faint colour would be read back coarsely. */
function drawn(notation: string): string {
  const alpha = pixel(notation)[3]! / 255
  return alpha === 0 ? '#00000000' : hex(pixel(`rgb(from ${notation} r g b / 1)`), alpha)
}

function pixel(notation: string): Uint8ClampedArray {
  const canvas = pen()
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = notation
  canvas.fillRect(0, 0, 1, 1)
  return canvas.getImageData(0, 0, 1, 1).data
}

function hex(channels: ArrayLike<number>, alpha: number): string {
  const shares = Array.from(channels).slice(0, 3)
  if (alpha < 1) shares.push(Math.round(alpha * 255))
  return `#${shares.map((share) => share.toString(16).padStart(2, '0')).join('')}`
}

export function stopsOf(image: string): string[] {
  if (!image.includes('gradient(')) return []
  const notations = image.slice(0, LONGEST_GRADIENT).match(COLOR_FUNCTION) ?? []
  return notations.slice(0, MAX_STOPS).flatMap((notation) => colorOf(notation) ?? [])
}

/** Numbers alone are what a function for colours is given elsewhere: `hsl(var(--primary))`. */
function colorOfVariable(value: string): string | undefined {
  const text = value.trim()
  if (/^[\d.]+(?:deg)?[ ,]+[\d.]+%[ ,]+[\d.]+%$/.test(text)) return colorOf(`hsl(${text})`)
  if (/^\d{1,3}[ ,]+\d{1,3}[ ,]+\d{1,3}$/.test(text)) return colorOf(`rgb(${text})`)
  return /^(?:transparent|currentcolor|inherit|initial)$/i.test(text) ? undefined : colorOf(text)
}

/** Custom properties whose names speak of a role; the body has those of the root, and its own. */
export function roleVariables(): { name: string; color: string }[] {
  const found = []
  let read = 0
  for (const [name, values] of (page.body() ?? page.root()!).computedStyleMap()) {
    if (read++ > 5000 || found.length >= 100) break
    if (!name.startsWith('--') || name.length > 80 || !ROLE.test(name)) continue
    const [value] = values
    const color = colorOfVariable(String(value).slice(0, 200))
    if (color !== undefined) found.push({ name: name.slice(2).toLowerCase(), color })
  }
  return found
}
