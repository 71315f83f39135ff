/**
 * Resolves a reference to an absolute URL. Returns undefined for an invalid one. Without a base, a relative
 * one stays relative.
 */
export function absoluteUrl(reference: string | undefined, base: string | undefined): string | undefined {
  const written = reference?.trim() ?? ''
  if (written === '') return undefined
  const url = URL.parse(written, base)
  if (url === null) return base === undefined && !/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : undefined
  return SCRIPT.test(url.protocol) ? undefined : url.href
}

const SCRIPT = /^(javascript|vbscript|livescript):$/
