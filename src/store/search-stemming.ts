/** Which dictionary of the database stems a word of a page in a language; undefined: the word stays as it is. */
export function stemmerOf(word: string, language: string): string | undefined {
  const script = scriptOf(word)
  if (script === undefined) return undefined
  if (script === 'Latin' && OTHER_SCRIPTS.has(language)) return 'english_stem'
  const own = STEMMERS[language]
  return own?.script === script ? own.dictionary : undefined
}

type Script = (typeof SCRIPTS)[number][0]

const SCRIPTS = [
  ['Latin', /^\p{Script=Latin}/u],
  ['Cyrillic', /^\p{Script=Cyrillic}/u],
  ['Greek', /^\p{Script=Greek}/u],
  ['Arabic', /^\p{Script=Arabic}/u],
  ['Devanagari', /^\p{Script=Devanagari}/u],
  ['Armenian', /^\p{Script=Armenian}/u],
  ['Tamil', /^\p{Script=Tamil}/u],
  ['Hebrew', /^\p{Script=Hebrew}/u],
] as const

function scriptOf(word: string): Script | undefined {
  if (/^[a-z]/.test(word)) return 'Latin'
  return SCRIPTS.find(([, begins]) => begins.test(word))?.[0]
}

/** The dictionaries that every server from version 14 on has. */
const STEMMERS: Record<string, { dictionary: string; script: Script }> = Object.fromEntries(
  Object.entries({
    Latin:
      'ca:catalan da:danish de:german en:english es:spanish eu:basque fi:finnish fr:french ga:irish hu:hungarian ' +
      'id:indonesian it:italian lt:lithuanian nb:norwegian nl:dutch nn:norwegian no:norwegian pt:portuguese ro:romanian ' +
      'sv:swedish tr:turkish',
    Cyrillic: 'ru:russian',
    Greek: 'el:greek',
    Arabic: 'ar:arabic',
    Devanagari: 'hi:hindi ne:nepali',
    Armenian: 'hy:armenian',
    Tamil: 'ta:tamil',
    Hebrew: 'yi:yiddish',
  }).flatMap(([script, list]) =>
    list.split(' ').map((pair) => {
      const [language, dictionary] = pair.split(':')
      return [language!, { dictionary: `${dictionary}_stem`, script: script as Script }]
    }),
  ),
)

/** Languages in whose texts a word in Latin letters is mostly English. */
const OTHER_SCRIPTS: ReadonlySet<string> = new Set(
  'ar be bg el fa he hi hy ja ka ko mk mr ne ru sr ta th uk ur yi zh'.split(' '),
)
