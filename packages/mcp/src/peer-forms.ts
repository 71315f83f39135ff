import type { Plain } from './tool.ts'

/** What clients add that means nothing here. */
const IGNORED = ['domainTools', 'toolDetail', 'requestId', 'origin', 'integration'] as const

/** Takes the options of a page or file in the forms of other servers: particulars of a format beside the formats. */
export function adoptOptions(given: Plain): Plain {
  const { jsonOptions, queryOptions, screenshotOptions, pdfOptions, formats, parsers, ...others } = given
  const particulars: [string, unknown][] = [
    ['json', jsonOptions],
    ['query', queryOptions],
    ['screenshot', screenshotOptions],
  ]
  const named = particulars.reduce(withParticulars, Array.isArray(formats) ? formats : undefined)
  return {
    ...without(others, IGNORED),
    ...(named !== undefined ? { formats: named } : formats !== undefined && { formats }),
    ...(isPlain(pdfOptions)
      ? { parsers: [{ type: 'pdf', ...pdfOptions }] }
      : parsers !== undefined && { parsers }),
    ...(Array.isArray(others['actions']) && { actions: others['actions'].map(adoptAction) }),
  }
}

/** The same for options under `scrapeOptions`. */
export function adoptNestedOptions(given: Plain): Plain {
  const { scrapeOptions, ...others } = without(given, IGNORED)
  return { ...others, ...(isPlain(scrapeOptions) && { scrapeOptions: adoptOptions(scrapeOptions) }) }
}

/** A search: sources that there are not are left out, a single word is a list of it. */
export function adoptSearch(given: Plain): Plain {
  const { sources, ...others } = adoptNestedOptions(given)
  if (!Array.isArray(sources)) return { ...others, ...(sources !== undefined && { sources }) }
  const known = sources.filter((source) => !['alexandria', 'exchange'].includes(typeOf(source)))
  return { ...others, ...(known.length > 0 && { sources: known }) }
}

/** A crawl: where events are sent may come in two pieces. */
export function adoptCrawl(given: Plain): Plain {
  const { webhook, webhookHeaders, ...others } = adoptNestedOptions(given)
  if (webhook === undefined) return others
  const hook =
    typeof webhook === 'string' && webhookHeaders !== undefined
      ? { url: webhook, headers: webhookHeaders }
      : webhook
  return { ...others, webhook: hook }
}

export function without(given: Plain, names: readonly string[]): Plain {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A format with its particulars takes the place of its bare name, or joins the others. */
function withParticulars(formats: unknown[] | undefined, [type, options]: [string, unknown]) {
  if (!isPlain(options)) return formats
  const full = { type, ...options }
  if (formats === undefined) return [full]
  return formats.some((format) => typeOf(format) === type)
    ? formats.map((format) => (format === type ? full : format))
    : [...formats, full]
}

function adoptAction(action: unknown): unknown {
  return isPlain(action) && action['type'] === 'generatePDF' ? { ...action, type: 'pdf' } : action
}

function typeOf(format: unknown): string {
  return isPlain(format) ? String(format['type']) : String(format)
}
