/** The countries and languages that Brave knows; it refuses a question that names another one. */
const COUNTRIES = new Set(
  'ar au at be br ca cl dk fi fr de gr hk in id it jp kr my mx nl nz no cn pl pt ph ru sa za es se ch tw tr gb us'.split(
    ' ',
  ),
)
const LANGUAGES = new Set(
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
)
/** Its own names for some. */
const OTHERWISE: Record<string, string> = {
  ja: 'jp',
  no: 'nb',
  pt: 'pt-pt',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
}

/** A country of two letters as Brave names it; undefined when it does not know it. */
export function braveCountry(country: string): string | undefined {
  return COUNTRIES.has(country) ? country.toUpperCase() : undefined
}

/** A language code as Brave names it, without its country where that is not known. */
export function braveLanguage(language: string): string | undefined {
  const code = language.toLowerCase()
  const base = code.split('-', 1)[0]!
  return [code, base].map((one) => OTHERWISE[one] ?? one).find((one) => LANGUAGES.has(one))
}
