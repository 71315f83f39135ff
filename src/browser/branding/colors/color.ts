/** A colour that lets nothing through, with its place in OKLab, where distances are what an eye sees. */
export interface Color {
  hex: string
  lightness: number
  a: number
  b: number
  /** How colourful it is: greys are below .02, brand colours mostly above .08. */
  chroma: number
  luminance: number
}

/** Layers of `#rrggbb` and `#rrggbbaa`, painted one over the other from the first to the last. */
export function blended(layers: readonly string[]): Color {
  const key = layers.join('')
  const known = KNOWN.get(key)
  if (known) return known
  const color = painted(layers)
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear()
  KNOWN.set(key, color)
  return color
}

/** The same few colours are mixed again and again, on one page and from page to page. */
const KNOWN = new Map<string, Color>()
const MAX_KNOWN = 5000

function painted(layers: readonly string[]): Color {
  let shown: readonly number[] = [255, 255, 255]
  for (const layer of layers) {
    const [red, green, blue, alpha] = channels(layer)
    shown = [red, green, blue].map((share, index) => share! * alpha! + shown[index]! * (1 - alpha!))
  }
  return ofChannels(shown.map((share) => Math.round(share)))
}

export function opacityOf(color: string): number {
  return channels(color)[3]!
}

function channels(color: string): number[] {
  const shares = [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return [shares[0]!, shares[1]!, shares[2]!, Number.isNaN(shares[3]!) ? 1 : shares[3]! / 255]
}

function ofChannels(shares: readonly number[]): Color {
  const hex = `#${shares.map((share) => share.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
  const [red, green, blue] = shares.map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    hex,
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a,
    b,
    chroma: Math.hypot(a, b),
    luminance: 0.2126 * red + 0.7152 * green + 0.0722 * blue,
  }
}

function linear(share: number): number {
  const part = share / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** From 0 to about 1; below .03 hardly anybody tells two colours apart. */
export function distance(one: Color, other: Color): number {
  return Math.hypot(one.lightness - other.lightness, one.a - other.a, one.b - other.b)
}

export function contrast(one: Color, other: Color): number {
  const [darker, lighter] = [one.luminance, other.luminance].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Whether it is a colour and no grey, not even one of the bluish greys that texts are set in. */
export function isChromatic({ chroma }: Color): boolean {
  return chroma >= 0.05
}

export interface Cluster {
  color: Color
  weight: number
}

/** Puts near colours together, heaviest first. Only the heaviest are compared; a page may have any number of them. */
export function clustersOf(
  colors: Iterable<readonly [color: Color, weight: number]>,
  near = NEAR,
): Cluster[] {
  const byHex = new Map<string, Cluster>()
  for (const [color, weight] of colors) {
    const known = byHex.get(color.hex)
    if (known) known.weight += weight
    else byHex.set(color.hex, { color, weight })
  }
  const heaviest = [...byHex.values()].sort((one, other) => other.weight - one.weight).slice(0, MAX_COMPARED)
  const clusters: Cluster[] = []
  for (const single of heaviest) {
    const cluster = clusters.find(({ color }) => distance(color, single.color) < near)
    if (cluster) cluster.weight += single.weight
    else clusters.push(single)
  }
  return clusters.sort((one, other) => other.weight - one.weight)
}

export const NEAR = 0.04
const MAX_COMPARED = 200
