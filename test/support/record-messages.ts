import { appendFileSync } from 'node:fs'

const file = process.env.WINNOW_TEST_MESSAGES
const services = new Set<string>()

/**
 * Appends every error that tests receive from the service at this URL to the file that `WINNOW_TEST_MESSAGES` names:
 * status, code and message, one error per line. Does nothing without the variable. See `npm run messages`.
 */
export function recordMessages(serviceUrl: string): void {
  if (file === undefined) return
  if (services.size === 0) recordFetches(file)
  services.add(new URL(serviceUrl).origin)
}

/** Wraps `fetch`, because many tests call it directly. */
function recordFetches(file: string): void {
  const { fetch } = globalThis
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status >= 400 && services.has(new URL(response.url).origin))
      appendFileSync(file, lineOf(response.status, await response.clone().text()))
    return response
  }
}

function lineOf(status: number, text: string): string {
  const { code, error, error_description: description, details } = bodyOf(text)
  const issues = Array.isArray(details) ? details.map((issue) => issue.message) : []
  // JSON-RPC has an object here, OAuth a code.
  const message = description ?? error?.message ?? error ?? text.slice(0, 500)
  const shown = [message, ...issues.slice(1)].join(' | ').replaceAll(/\s+/g, ' ')
  return `${status}\t${code ?? error?.code ?? (description ? error : '-')}\t${shown}\n`
}

// oxlint-disable-next-line typescript/no-explicit-any -- several protocols have their own shape of an error.
function bodyOf(text: string): any {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
