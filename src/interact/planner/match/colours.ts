/** Hue in degrees, saturation and lightness from 0 to 1. */
interface Hsl {
  hue: number
  saturation: number
  lightness: number
}

/** Which colours a name stands for, where it is more than one. */
const NAMES: Record<string, (colour: Hsl) => boolean> = {
  red: vivid((hue) => hue <= 14 || hue >= 345),
  orange: vivid((hue) => hue > 14 && hue <= 45),
  yellow: vivid((hue) => hue > 45 && hue <= 68),
  green: vivid((hue) => hue > 68 && hue <= 165),
  lime: vivid((hue) => hue > 68 && hue <= 125),
  olive: (colour) =>
    colour.hue >= 45 && colour.hue <= 80 && colour.lightness < 0.4 && colour.saturation > 0.2,
  cyan: vivid((hue) => hue > 165 && hue <= 198),
  aqua: vivid((hue) => hue > 165 && hue <= 198),
  turquoise: vivid((hue) => hue > 160 && hue <= 190),
  teal: vivid((hue) => hue > 165 && hue <= 195),
  blue: vivid((hue) => hue > 198 && hue <= 255),
  navy: (colour) =>
    colour.hue > 205 && colour.hue <= 255 && colour.lightness < 0.35 && colour.saturation > 0.2,
  purple: vivid((hue) => hue > 255 && hue <= 310),
  violet: vivid((hue) => hue > 255 && hue <= 315),
  magenta: vivid((hue) => hue > 290 && hue <= 330),
  fuchsia: vivid((hue) => hue > 290 && hue <= 330),
  pink: (colour) => vivid((hue) => hue > 290 && hue < 358)(colour) && colour.lightness > 0.45,
  brown: (colour) =>
    colour.hue > 5 && colour.hue <= 45 && colour.lightness < 0.45 && colour.saturation > 0.15,
  black: (colour) => colour.lightness < 0.14,
  white: (colour) => colour.lightness > 0.93,
  grey: (colour) => colour.saturation < 0.12 && colour.lightness >= 0.14 && colour.lightness <= 0.93,
  gray: (colour) => colour.saturation < 0.12 && colour.lightness >= 0.14 && colour.lightness <= 0.93,
}

/** The pure colour of a name; of two colours that both may be called so, the nearer one is meant. */
const PURE: Record<string, string> = {
  red: '#ff0000',
  orange: '#ffa500',
  yellow: '#ffff00',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  cyan: '#00ffff',
  aqua: '#00ffff',
  turquoise: '#40e0d0',
  teal: '#008080',
  blue: '#0000ff',
  navy: '#000080',
  purple: '#800080',
  violet: '#ee82ee',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  black: '#000000',
  white: '#ffffff',
  grey: '#808080',
  gray: '#808080',
  maroon: '#800000',
  silver: '#c0c0c0',
  gold: '#ffd700',
  crimson: '#dc143c',
  coral: '#ff7f50',
  salmon: '#fa8072',
  tomato: '#ff6347',
  chocolate: '#d2691e',
  sienna: '#a0522d',
  tan: '#d2b48c',
  khaki: '#f0e68c',
  beige: '#f5f5dc',
  ivory: '#fffff0',
  indigo: '#4b0082',
  lavender: '#e6e6fa',
  plum: '#dda0dd',
  orchid: '#da70d6',
}

export function isColourName(word: string): boolean {
  return Object.hasOwn(PURE, word.toLowerCase())
}

/** The colour a name stands for, as `#rrggbb`. */
export function pureColour(name: string): string | undefined {
  return Object.hasOwn(PURE, name.toLowerCase()) ? PURE[name.toLowerCase()] : undefined
}

/** How well `#rrggbb` is called by a name, from 0 to 1. */
export function colourFit(name: string, hex: string | undefined): number {
  const key = name.toLowerCase()
  const rgb = hex === undefined ? undefined : rgbOf(hex)
  const test = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined
  const pure = Object.hasOwn(PURE, key) ? rgbOf(PURE[key]!) : undefined
  if (!rgb || !pure) return 0
  if (test ? !test(hslOf(rgb)) : distance(rgb, pure) > NEAR) return 0
  return 1 - 0.3 * Math.min(1, distance(rgb, pure) / 300)
}

/** What may be called by a name that stands for one colour only. */
const NEAR = 70

function vivid(within: (hue: number) => boolean): (colour: Hsl) => boolean {
  return (colour) =>
    colour.saturation >= 0.15 && colour.lightness >= 0.1 && colour.lightness <= 0.95 && within(colour.hue)
}

type Rgb = readonly [number, number, number]

function rgbOf(hex: string): Rgb | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(hex)
  return match ? [parseInt(match[1]!, 16), parseInt(match[2]!, 16), parseInt(match[3]!, 16)] : undefined
}

function distance(left: Rgb, right: Rgb): number {
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])
}

function hslOf([r, g, b]: Rgb): Hsl {
  const [red, green, blue] = [r / 255, g / 255, b / 255]
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [lightness, spread] = [(max + min) / 2, max - min]
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = spread / (1 - Math.abs(2 * lightness - 1))
  const turn =
    max === red
      ? ((green - blue) / spread + 6) % 6
      : max === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return { hue: turn * 60, saturation, lightness }
}
