import type { Color } from './colors/color.ts'
import { contrast } from './colors/color.ts'
import { cssLength, defined, Tally } from './measures.ts'
import type { StyleSample } from './style-sample.ts'
import { isIconFont } from './typography.ts'

type Facts = Record<string, unknown>

export function animationsOf({ elements }: StyleSample): Facts {
  const durations = new Tally<string>()
  const easings = new Tally<string>()
  for (const { transition } of elements) {
    if (!transition || /^0m?s$/.test(transition.duration)) continue
    durations.add(transition.duration)
    if (transition.easing) easings.add(transition.easing)
  }
  return defined({ transitionDuration: durations.heaviest(), transitionEasing: easings.heaviest() })
}

export function iconsOf({ elements, faces }: StyleSample): Facts {
  const font = faces.find(isIconFont)
  const icons = elements.filter(
    ({ kind, box }) => kind === 'icon' && box[2]! >= 10 && box[2]! <= 64 && box[3]! >= 10 && box[3]! <= 64,
  )
  if (icons.length < FEWEST_ICONS) return defined({ font })
  const sizes = new Tally<string>()
  for (const { box } of icons) sizes.add(cssLength(Math.max(box[2]!, box[3]!)))
  const lines = icons.filter(({ stroke }) => stroke).length
  return defined({ style: lines * 2 > icons.length ? 'outline' : 'filled', size: sizes.heaviest(), font })
}

export function layoutOf({ elements, viewport }: StyleSample): Facts {
  const widths = new Tally<number>()
  for (const { kind, maxWidth, box } of elements) {
    if (kind !== 'surface' || maxWidth === undefined || maxWidth < 480 || maxWidth > 2400) continue
    widths.add(maxWidth, Math.min(box[3]!, viewport.height))
  }
  const header = elements.find(({ tag, box }) => tag === 'header' && box[1]! < 10 && box[3]! <= 300)
  const maxWidth = widths.heaviest()
  return defined({
    maxWidth: maxWidth === undefined ? undefined : cssLength(maxWidth),
    headerHeight: header && cssLength(header.box[3]!),
    headerPosition: header?.position,
  })
}

export function personalityOf(
  brand: readonly Color[],
  radius: string | undefined,
  text: { color: Color; background: Color } | undefined,
): Facts {
  const chroma = Math.max(0, ...brand.map((color) => color.chroma))
  return defined({
    colorfulness: chroma < 0.05 ? 'monochrome' : chroma < 0.11 ? 'muted' : 'vivid',
    shapes: radius === undefined ? undefined : shapeOf(radius),
    textContrast: text && Math.round(contrast(text.color, text.background) * 10) / 10,
  })
}

function shapeOf(radius: string): string {
  const size = Number.parseFloat(radius)
  if (radius.endsWith('%')) return size >= 50 ? 'pill' : 'rounded'
  return size < 2 ? 'square' : size >= 24 ? 'pill' : 'rounded'
}

const FEWEST_ICONS = 3
