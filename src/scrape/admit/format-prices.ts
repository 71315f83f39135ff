import type { Format, FormatName, FormatOf } from '../../contract/formats.ts'

const UNDERSTANDING = 4

/** What each format costs on top of its page. */
export const FORMAT_CREDITS: {
  readonly [Name in FormatName]: number | ((format: FormatOf<Name>) => number)
} = {
  markdown: 0,
  html: 0,
  rawHtml: 0,
  rawBase64: 0,
  links: 0,
  images: 0,
  attributes: 0,
  screenshot: 0,
  branding: 0,
  json: UNDERSTANDING,
  deterministicJson: UNDERSTANDING,
  changeTracking: ({ modes }) => (modes.includes('json') ? UNDERSTANDING : 0),
  summary: 0,
  question: UNDERSTANDING,
  highlights: UNDERSTANDING,
  query: UNDERSTANDING,
  product: 0,
  menu: 0,
  audio: UNDERSTANDING,
  video: UNDERSTANDING,
}

export function isExtraction(format: Format): boolean {
  if (format.type === 'changeTracking') return format.modes.includes('json')
  return format.type === 'json' || format.type === 'deterministicJson'
}
