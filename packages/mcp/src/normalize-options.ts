import type { JsonObject } from './tool.ts'

/**
 * Takes the options of a page or file in the forms of other servers: particulars of a format beside the formats. What is not
 * one of these forms stays as it is, so that it is refused by name rather than lost.
 */
export function normalizeOptions(given: JsonObject): JsonObject {
  const named = Object.entries(FORMAT_OPTION_FIELDS).reduce(withFormatOptions, given)
  const { pdfOptions, ...others } = named
  return {
    ...(isJsonObject(pdfOptions)
      ? { ...others, parsers: withPdfParser(others['parsers'], pdfOptions) }
      : named),
    ...(Array.isArray(named['actions']) && { actions: named['actions'].map(normalizeAction) }),
  }
}

/** The same for options under `scrapeOptions`. */
export function normalizeNestedOptions(given: JsonObject): JsonObject {
  const { scrapeOptions } = given
  return isJsonObject(scrapeOptions) ? { ...given, scrapeOptions: normalizeOptions(scrapeOptions) } : given
}

/** A crawl: where events are sent may come in two pieces. */
export function normalizeCrawl(given: JsonObject): JsonObject {
  const { webhook, webhookHeaders, ...others } = normalizeNestedOptions(given)
  const hook = typeof webhook === 'string' ? { url: webhook } : webhook
  return isJsonObject(hook) && isJsonObject(webhookHeaders) && hook['headers'] === undefined
    ? { ...others, webhook: { ...hook, headers: webhookHeaders } }
    : normalizeNestedOptions(given)
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where other servers take the particulars of a format. */
const FORMAT_OPTION_FIELDS = { jsonOptions: 'json', queryOptions: 'query', screenshotOptions: 'screenshot' }

/** A format with its particulars takes the place of its bare name, or joins the others. */
function withFormatOptions(given: JsonObject, [name, type]: [string, string]): JsonObject {
  const { [name]: options, ...others } = given
  const { formats = [] } = others
  if (!isJsonObject(options) || !Array.isArray(formats)) return given
  const full = (format: unknown) => ({ type, ...options, ...(isJsonObject(format) && format) })
  const isThere = formats.some((format) => typeOf(format) === type)
  return {
    ...others,
    formats: isThere
      ? formats.map((format: unknown) => (typeOf(format) === type ? full(format) : format))
      : [...formats, full(type)],
  }
}

function withPdfParser(parsers: unknown, options: JsonObject): unknown[] {
  const others = Array.isArray(parsers) ? parsers.filter((parser) => typeOf(parser) !== 'pdf') : []
  return [{ type: 'pdf', ...options }, ...others]
}

function normalizeAction(action: unknown): unknown {
  return isJsonObject(action) && action['type'] === 'generatePDF' ? { ...action, type: 'pdf' } : action
}

function typeOf(format: unknown): string {
  return isJsonObject(format) ? String(format['type']) : String(format)
}
