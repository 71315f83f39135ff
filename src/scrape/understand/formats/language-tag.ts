/** A language as BCP 47 writes it: `EN_us` becomes `en-US`; undefined for what names no language. */
export function languageTag(written: string | string[] | undefined): string | undefined {
  // A header may list several; the first one is what the page is in.
  const [first = ''] = (Array.isArray(written) ? (written[0] ?? '') : (written ?? '')).split(',')
  try {
    return Intl.getCanonicalLocales(first.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
