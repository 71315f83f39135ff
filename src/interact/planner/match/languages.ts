import { plain } from './words.ts'

/** What languages are called: by themselves, and in the languages that instructions come in. */
const NAMES: Record<string, string> = {
  en: 'english englisch anglais ingles inglese engels',
  de: 'deutsch german allemand aleman tedesco duits alemao',
  fr: 'francais french franzosisch frances francese frans',
  es: 'espanol spanish spanisch espagnol spagnolo spaans espanhol castellano',
  it: 'italiano italian italienisch italien italiaans',
  nl: 'nederlands dutch niederlandisch hollandisch neerlandais neerlandes holandes olandese hollands',
  pt: 'portugues portuguese portugiesisch portugais portoghese portugees',
  pl: 'polski polish polnisch polonais polaco polacco pools polones',
  sv: 'svenska swedish schwedisch suedois sueco svedese zweeds',
  da: 'dansk danish danisch danois danes danese deens dinamarques',
  no: 'norsk norwegian norwegisch norvegien noruego norvegese noors noruegues',
  fi: 'suomi finnish finnisch finnois finlandes finlandese fins',
  cs: 'cestina czech tschechisch tcheque checo ceco tsjechisch',
  tr: 'turkce turkish turkisch turc turco turks',
  ru: 'русскии russian russisch russe ruso russo',
  uk: 'українська ukrainian ukrainisch ukrainien ucraniano ucraino oekraiens',
  el: 'ελληνικα greek griechisch grec griego greco grieks',
  ja: '日本語 japanese japanisch japonais japones giapponese japans',
  zh: '中文 chinese chinesisch chinois chino cinese chinees chines',
  ar: 'العربية arabic arabisch arabe arabo',
}

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([code, names]) =>
    names.split(' ').map((name) => [plain(name), code] as const),
  ),
)

/** The language that a word is the name of. */
export function languageNamed(word: string): string | undefined {
  return BY_NAME.get(plain(word))
}

/** The language that a name in a list of languages stands for: `Deutsch`, `DE`, `🇩🇪 German (Germany)`. */
export function languageOffered(name: string): string | undefined {
  const words = plain(name).match(/\p{L}+/gu) ?? []
  if (words.length === 0 || words.length > 4) return undefined
  const named = words.map((word) => BY_NAME.get(word)).find((code) => code !== undefined)
  return named ?? (words.length <= 2 && Object.hasOwn(NAMES, words[0]!) ? words[0] : undefined)
}
