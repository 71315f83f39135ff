import { z } from 'zod'

const MAX_LENGTH = 8192

/** The address of a page or service. A missing scheme is completed with `http://`; otherwise it stays as given. */
export const WebUrl = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(MAX_LENGTH, { abort: true })
  .overwrite(completeScheme)
  .superRefine((url, context) => {
    const complaint = complaintAbout(url)
    if (complaint) context.addIssue({ code: 'custom', message: complaint })
  })
  .meta({
    description: 'An http or https address; without a scheme, http:// is assumed.',
    example: 'https://example.com',
  })

/** Reads a text as `WebUrl` does, at a third of the cost: a batch has many. */
export function readUrl(text: string): { valid: true; url: string } | { valid: false } {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTH) return { valid: false }
  const url = completeScheme(trimmed)
  return complaintAbout(url) === undefined ? { valid: true, url } : { valid: false }
}

function completeScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  if (text.startsWith('//')) return `http:${text}`
  // "mailto:someone" has a scheme, "example.com:8080" has a port.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text
  return `http://${text}`
}

function complaintAbout(url: string): string | undefined {
  // The parser silently drops line breaks and tabs, so that what is checked would not be what was sent.
  if (/\p{Cc}/u.test(url)) return 'must not contain control characters'
  if (!/^https?:\/\//i.test(url)) return 'must be an http or https URL'
  const parsed = URL.parse(url)
  if (!parsed) return 'must be a valid URL'
  if (!isPublicName(parsed.hostname) && !isAddress(parsed.hostname) && parsed.hostname !== 'localhost') {
    return 'must have a host with a top-level domain, such as example.com, or an IP address'
  }
  return undefined
}

function isPublicName(hostname: string): boolean {
  return /^(?:[a-z0-9_-]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})\.?$/.test(hostname)
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname)
}

/** The address of a site: a name and password in it would have to go with every page. */
export const SiteUrl = WebUrl.refine(
  (url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '',
  'must not contain a user name or password; send an Authorization header with the pages instead',
)
