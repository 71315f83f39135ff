import { unescape } from 'node:querystring'
import { z } from 'zod'
import { addIssue } from './validation-issue.ts'

const MAX_LENGTH = 8192

/** The URL of a page or service. A missing scheme becomes `http://`; otherwise it stays unchanged. */
export const WebUrl = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(MAX_LENGTH, { abort: true })
  .overwrite(completeScheme)
  .superRefine((url, context) => {
    const issue = urlIssue(url)
    if (issue) context.addIssue({ code: 'custom', message: issue })
  })
  .meta({
    description: 'An http or https URL; without a scheme, http:// is assumed.',
    example: 'https://example.com',
  })

/** Parses a text like `WebUrl`, at a third of the cost: a batch has many. */
export function parseUrl(text: string): { valid: true; url: string } | { valid: false } {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTH) return { valid: false }
  const url = completeScheme(trimmed)
  return urlIssue(url) === undefined ? { valid: true, url } : { valid: false }
}

function completeScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  if (text.startsWith('//')) return `http:${text}`
  // "mailto:someone" has a scheme, "example.com:8080" has a port.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text
  return `http://${text}`
}

function urlIssue(url: string): string | undefined {
  // The URL parser silently drops line breaks and tabs, so the checked URL would differ from the sent one.
  if (/\p{Cc}/u.test(url)) return 'must not contain control characters'
  if (!/^https?:\/\//i.test(url)) return 'must be an http or https URL'
  const parsed = URL.parse(url)
  if (!parsed) return 'must be a valid URL'
  const { hostname } = parsed
  if (!isPublicName(hostname) && !isIpAddress(hostname) && !localNames.has(hostname)) {
    return 'must have a host with a top-level domain, such as example.com, an IP address, or a name in WINNOW_ALLOWED_TARGETS'
  }
  return undefined
}

/** Host names without a top-level domain that are valid. Schemas are constants, so this is set once at the start. */
const localNames = new Set(['localhost'])

/** Accepts host names that the operator allows, such as `intranet`, although they have no top-level domain. */
export function allowLocalNames(names: Iterable<string>): void {
  for (const name of names) localNames.add(name)
}

function isPublicName(hostname: string): boolean {
  return /^(?:[a-z0-9_-]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})\.?$/.test(hostname)
}

function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname)
}

/** The issue for a URL with a user name or password, where it would be stored and listed with a job. */
const CREDENTIALS_ISSUE =
  'must not contain a user name or password; use an Authorization header in `headers` instead'

export const SiteUrl = WebUrl.refine((url) => !hasCredentials(url), CREDENTIALS_ISSUE)

function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.username + parsed.password !== ''
}

/** Moves a user name and password from the URL to the headers, which are encrypted when stored. */
export function withCredentialsInHeaders(url: string, headers: Record<string, string>) {
  if (!hasCredentials(url)) return { url, headers }
  const parsed = new URL(url)
  const authorization = basicAuthorization(parsed)
  parsed.username = ''
  parsed.password = ''
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return { url: parsed.href, headers: isGiven ? headers : { ...headers, authorization } }
}

export function basicAuthorization({ username, password }: URL): string {
  const pair = `${unescape(username)}:${unescape(password)}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}

/** Unchecked URLs; the request decides whether one invalid URL fails it. */
export const UrlTexts = z
  .array(z.string())
  .meta({ description: 'The URLs of the request.', example: ['https://example.com'] })

/** Splits off the invalid URLs: ignored on request, otherwise each is an issue. */
export function splitUrls(texts: string[], ignoreInvalid: boolean, context: z.core.$RefinementCtx) {
  const urls: string[] = []
  const invalidURLs: string[] = []
  for (const [index, text] of texts.entries()) {
    const read = parseUrl(text)
    const isStorable = read.valid && !hasCredentials(read.url)
    if (isStorable) urls.push(read.url)
    else if (ignoreInvalid) invalidURLs.push(text)
    else {
      const message = read.valid ? CREDENTIALS_ISSUE : 'must be a valid http or https URL'
      addIssue(context, ['urls', index], message)
    }
  }
  if (ignoreInvalid && texts.length > 0 && urls.length === 0)
    addIssue(context, ['urls'], 'must contain at least one valid http or https URL')
  return { urls, invalidURLs: ignoreInvalid ? invalidURLs : undefined }
}

const HOST = /^(?:localhost|[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+)$/

export const DomainList = z.array(
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(HOST, 'must be a host name such as example.com, without protocol or path'),
)

/** A search may include or exclude domains, not both. */
export function checkDomains(
  { includeDomains, excludeDomains }: { includeDomains: string[]; excludeDomains: string[] },
  context: z.core.$RefinementCtx,
): void {
  if (includeDomains.length > 0 && excludeDomains.length > 0)
    addIssue(context, ['excludeDomains'], 'cannot be used together with includeDomains')
}
