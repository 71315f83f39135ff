import type { Format, FormatName, FormatOf } from '../../contract/formats.ts'

const EXTRACTION_CREDITS = 4

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
  json: EXTRACTION_CREDITS,
  deterministicJson: EXTRACTION_CREDITS,
  changeTracking: ({ modes }) => (modes.includes('json') ? EXTRACTION_CREDITS : 0),
  summary: 0,
  question: EXTRACTION_CREDITS,
  highlights: EXTRACTION_CREDITS,
  query: EXTRACTION_CREDITS,
  product: 0,
  menu: 0,
  audio: EXTRACTION_CREDITS,
  video: EXTRACTION_CREDITS,
}

export function isExtraction(format: Format): boolean {
  if (format.type === 'changeTracking') return format.modes.includes('json')
  return format.type === 'json' || format.type === 'deterministicJson'
}
