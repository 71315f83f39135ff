import type { Plain } from './tool.ts'

/**
 * Takes the options of a page or file in the forms of other servers: particulars of a format beside the formats. What is not
 * one of these forms stays as it is, so that it is refused by name rather than lost.
 */
export function adoptOptions(given: Plain): Plain {
  const named = Object.entries(PARTICULARS).reduce(withParticulars, given)
  const { pdfOptions, ...others } = named
  return {
    ...(isPlain(pdfOptions) ? { ...others, parsers: withPdf(others['parsers'], pdfOptions) } : named),
    ...(Array.isArray(named['actions']) && { actions: named['actions'].map(adoptAction) }),
  }
}

/** The same for options under `scrapeOptions`. */
export function adoptNestedOptions(given: Plain): Plain {
  const { scrapeOptions } = given
  return isPlain(scrapeOptions) ? { ...given, scrapeOptions: adoptOptions(scrapeOptions) } : given
}

/** A crawl: where events are sent may come in two pieces. */
export function adoptCrawl(given: Plain): Plain {
  const { webhook, webhookHeaders, ...others } = adoptNestedOptions(given)
  const hook = typeof webhook === 'string' ? { url: webhook } : webhook
  return isPlain(hook) && isPlain(webhookHeaders) && hook['headers'] === undefined
    ? { ...others, webhook: { ...hook, headers: webhookHeaders } }
    : adoptNestedOptions(given)
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where other servers take the particulars of a format. */
const PARTICULARS = { jsonOptions: 'json', queryOptions: 'query', screenshotOptions: 'screenshot' }

/** A format with its particulars takes the place of its bare name, or joins the others. */
function withParticulars(given: Plain, [name, type]: [string, string]): Plain {
  const { [name]: options, ...others } = given
  const { formats = [] } = others
  if (!isPlain(options) || !Array.isArray(formats)) return given
  const full = (format: unknown) => ({ type, ...options, ...(isPlain(format) && format) })
  const isThere = formats.some((format) => typeOf(format) === type)
  return {
    ...others,
    formats: isThere
      ? formats.map((format: unknown) => (typeOf(format) === type ? full(format) : format))
      : [...formats, full(type)],
  }
}

function withPdf(parsers: unknown, options: Plain): unknown[] {
  const others = Array.isArray(parsers) ? parsers.filter((parser) => typeOf(parser) !== 'pdf') : []
  return [{ type: 'pdf', ...options }, ...others]
}

function adoptAction(action: unknown): unknown {
  return isPlain(action) && action['type'] === 'generatePDF' ? { ...action, type: 'pdf' } : action
}

function typeOf(format: unknown): string {
  return isPlain(format) ? String(format['type']) : String(format)
}
