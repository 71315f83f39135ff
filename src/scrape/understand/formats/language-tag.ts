/** A language tag in BCP 47 form: `EN_us` becomes `en-US`. Undefined for an invalid tag. */
export function languageTag(written: string | string[] | undefined): string | undefined {
  // A header may list several languages; the first one is that of the page.
  const [first = ''] = (Array.isArray(written) ? (written[0] ?? '') : (written ?? '')).split(',')
  try {
    return Intl.getCanonicalLocales(first.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
