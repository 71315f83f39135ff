import type { Language } from './stop-words.ts'

/**
 * A word without what inflection and common derivation add to it, so that `founded`, `founder` and `founding` meet.
 * Light on purpose: what it returns is only ever compared with other stems of the same language.
 */
export function stem(word: string, language: Language | undefined): string {
  if (word.length > LONGEST_WORD || /\d/.test(word)) return word
  const rule = language && RULES[language]
  if (rule === undefined) return word
  const lemma = rule.irregular?.get(word) ?? word
  const bare = withoutPrefix(lemma, rule.prefixes)
  if (language === 'en') return tidyEnglish(bare, rule)
  return rule.tidy(withoutSuffix(withoutSuffix(bare, rule.inflections), rule.derivations))
}

/** English endings follow each other: `covered` and `cover` meet only when `er` goes as well. */
function tidyEnglish(word: string, rule: Rule): string {
  const less = rule.tidy(withoutSuffix(withoutSuffix(word, rule.inflections), rule.derivations))
  return less === word ? word : tidyEnglish(less, rule)
}

/** No word of a language is longer; what is longer is data. */
const LONGEST_WORD = 40
const SHORTEST_STEM = 3

interface Rule {
  /** The longest first. */
  inflections: readonly Suffix[]
  /** Taken off after them, where at least five letters stay. */
  derivations: readonly Suffix[]
  prefixes: readonly string[]
  irregular?: ReadonlyMap<string, string>
  tidy: (stem: string) => string
}

interface Suffix {
  text: string
  shortest: number
}

function withoutPrefix(word: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((prefix) => word.startsWith(prefix) && word.length >= prefix.length + 4)
  return prefix === undefined ? word : word.slice(prefix.length)
}

function withoutSuffix(word: string, suffixes: readonly Suffix[]): string {
  for (const { text, shortest } of suffixes) {
    if (word.length - text.length >= shortest && word.endsWith(text)) return word.slice(0, -text.length)
  }
  return word
}

/** Endings set apart by blanks; `!` after one: it derives another word. */
function suffixes(list: string): Pick<Rule, 'inflections' | 'derivations'> {
  const all = list.split(/\s+/).sort((a, b) => b.length - a.length)
  return {
    inflections: all
      .filter((text) => !text.endsWith('!'))
      .map((text) => ({ text, shortest: text.length > 2 ? SHORTEST_STEM + 1 : SHORTEST_STEM })),
    derivations: all
      .filter((text) => text.endsWith('!'))
      .map((text) => ({ text: text.slice(0, -1), shortest: 5 })),
  }
}

function forms(list: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const line of list.split(',')) {
    const [lemma = '', ...others] = line.trim().split(/\s+/)
    for (const other of others) map.set(other, lemma)
  }
  return map
}

/** `running` → `runn` → `run`, `making` and `make` → `mak`. */
function undoubled(stem: string): string {
  const last = stem.at(-1)
  if (stem.length > SHORTEST_STEM && last === stem.at(-2) && !'aeiou'.includes(last ?? ''))
    return stem.slice(0, -1)
  return stem.length > SHORTEST_STEM && (last === 'e' || last === 'i' || last === 'y')
    ? stem.slice(0, -1)
    : stem
}

const same = (stem: string) => stem
const withoutVowel = (stem: string) => (stem.length > 4 && /[aeiouy]$/.test(stem) ? stem.slice(0, -1) : stem)

const RULES: Partial<Record<Language, Rule>> = {
  en: {
    prefixes: [],
    ...suffixes(
      's es ies ed ied ing ings ly! er ers or! ors! ion! ions! ation ations ment! ments! ness! able! al! ally! ity! ance! ence! ive! e',
    ),
    irregular: forms(
      `exceed exceeds exceeded exceeding, need needs needed needing, seed seeds seeded, speed speeds, proceed proceeds proceeded, succeed succeeds succeeded, breed breeds, use used uses using user users usage, write wrote written, build built, begin began begun, buy bought, make made, win won, go went gone goes, take took
      taken, give gave given, grow grew grown, know knew known, find found, hold held, keep kept, leave left, lose lost,
      pay paid, run ran, say said, see saw seen, sell sold sales sale, send sent, speak spoke spoken, spend spent, stand
      stood, teach taught, think thought, wear wore worn, bring brought, choose chose chosen, draw drew drawn, drive drove
      driven, eat ate eaten, fall fell fallen, fly flew flown, lead led, meet met, rise rose risen, sing sang sung, sleep
      slept, swim swam, become became, break broke broken, cost costs, foot feet, child children, man men, woman women,
      person people, mouse mice, tooth teeth, die died dies death dead, live lives lived life, feed fed, wake woke, come
      came, lie lay lain, strike struck, deep depth, high height, long length, wide width, strong strength, weigh weight,
      arrive arrival, apply applied applies applying applicant applicants application applications, supply supplied supplies supplier, heavy heavier heaviest, large larger largest, bear born birth, marry marriage married, analyse analysis analyses`,
    ),
    tidy: undoubled,
  },
  de: {
    prefixes: ['ge'],
    ...suffixes(
      'e en er em es ern n s st t te ten ter tes tet et est ung! ungen! heit! keit! lich! isch! ig! ige! iger! igen! bar! er! ers! erin! in! innen! nd! nde! nden!',
    ),
    irregular: forms(
      `schreiben geschrieben schrieb, bauen gebaut baute bau, beginnen begann begonnen beginn, geben gab gegeben,
      gehen ging gegangen, nehmen nahm genommen, finden fand gefunden, liegen lag gelegen lage, sterben starb gestorben
      tod, gewinnen gewann gewonnen, kommen kam gekommen, sprechen sprach gesprochen, offnen geoffnet offnung offen,
      schliessen schloss geschlossen schliessung, fahren fuhr gefahren fahrt, halten hielt gehalten, wachsen wuchs
      gewachsen, hoch hohe hoher hohen hochste, gross grosse grosser grossen, lang lange langer langen, breit breite`,
    ),
    tidy: same,
  },
  fr: {
    prefixes: [],
    ...suffixes(
      's x e es ee ees er ez ent ons ait aient ant ants ante antes ement! ements! ation! ations! ition! tion! tions! eur! eurs! euse! rice! ateur! atrice! aux al ale ales if! ive! ique! iques! ite! ites! age! ages! is it ir ra ront erent ure! ures!',
    ),
    irregular: forms(
      'ouvrir ouvert ouverte ouverts ouverture, ecrire ecrit ecrite ecrivain, mourir mort morte, naitre ne nee naissance',
    ),
    tidy: undoubled,
  },
  es: {
    prefixes: [],
    ...suffixes(
      's es a o as os ar er ir ado ada ados adas ido ida idos idas ando iendo aba aban aron ieron io an en cion! ciones! acion! aciones! amiento! imiento! mente! dor! dora! dores! ador! adora! adores! ico! ica! icos! icas! idad! idades! e ura! al! ales!',
    ),
    irregular: forms(
      'abrir abierto abierta abiertos apertura abre abren, describir descrito descrita describio, escribir escrito escrita escritor, morir murio muerto muerte, nacer nacio nacimiento, costar cuesta cuestan coste costo, poder puede',
    ),
    tidy: same,
  },
  it: {
    prefixes: [],
    ...suffixes(
      'a e i o are ere ire ato ata ati ate uto uta uti ute ito ita iti ite ando endo ava avano ano ono zione! zioni! azione! azioni! mento! menti! amento! imento! mente! tore! trice! tori! atore! atori! ico! ica! ici! iche! ita! ivo! iva! ura! ale! ali!',
    ),
    irregular: forms(
      'aprire aperto aperta aperti apertura apre aprono, scrivere scritto scritta scrisse scrittore, nascere nato nata nacque nascita, morire morto mori morte, costruire costruzione costruito costruita',
    ),
    tidy: same,
  },
  pt: {
    prefixes: [],
    ...suffixes(
      's es a o as os ar er ir ado ada ados adas ido ida idos idas ando endo indo ava avam aram eram iram ou eu iu am em cao! coes! acao! acoes! mento! mentos! amento! imento! mente! dor! dora! dores! ador! adora! adores! ico! ica! icos! icas! idade! idades! e ura! al! ais!',
    ),
    irregular: forms(
      'abrir aberto aberta abertura abre abrem, escrever escrito escrita escritor, morrer morreu morto morte, nascer nasceu nascimento, custar custa custam custo',
    ),
    tidy: same,
  },
  nl: {
    prefixes: ['ge'],
    ...suffixes(
      'e en er s st t d de den te ten ing! ingen! heid! lijk! lijke! ig! ige! isch! ische! er! ers! aar! tje! tjes!',
    ),
    irregular: forms(
      'schrijven schreef geschreven schrijver, bouwen gebouwd bouwde bouw, beginnen begon begonnen begin, vinden vond gevonden, sterven stierf gestorven dood, openen geopend open opende opening',
    ),
    tidy: undoubled,
  },
  sv: {
    prefixes: [],
    ...suffixes(
      'a e n en et ar er or na arna erna orna ade ades at ats as s t de des an ing! ingen! ningar! ning! het! lig! liga! isk! iska! are! aren! arna!',
    ),
    irregular: forms(
      'skriva skrev skriven skrevs, bygga byggdes byggd bygge byggnad, do dog dott dod, fodas fodd foddes, oppna oppet oppen oppnar oppnades oppettider',
    ),
    tidy: undoubled,
  },
  da: {
    prefixes: [],
    ...suffixes(
      'e n en et er r ne ene erne ede edes et s t ing! ingen! ninger! ning! hed! lig! lige! isk! iske! ere!',
    ),
    tidy: undoubled,
  },
  pl: {
    prefixes: [],
    ...suffixes(
      'a e i o u y ie a em om ow ach ami owi ego emu ej ych ymi ym im ie owy owa owe owych owego al ala alo ali aly il ila ilo ili ily ony ona one any ana ane ano ono ac ic yc ania! anie! enia! enie! osc! osci! nik! nika! ski! ska! skie! skiego! skiej! ek ka ki ce cie iem iu',
    ),
    tidy: withoutVowel,
  },
  ru: {
    prefixes: [],
    ...suffixes(
      'а я о е ы и у ю ь и ам ям ах ях ами ями ом ем ов ев еи ои ыи ии ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ою ею ал ала ало али ил ила ило или ел ела ет ют ут ат ят ит ть ать ить еть ся сь лся лась лось лись ан ана ано аны ен ена ено ены нныи нная нное нные ание! ания! ении! ение! ения! ость! ости! ныи! ная! ное! ные! ных! ного! нои! ску! скии! ская! ское! ские! ских! ского! скои! тель! теля! тели! ка! ки! ку! кои! иться! аться! ется! ются!',
    ),
    tidy: same,
  },
  tr: {
    prefixes: [],
    ...suffixes(
      'lar ler lari leri larin lerin in un i u a e da de ta te dan den tan ten im um si su na ne nin nun ni nu ya ye yi yu di du ti tu mis mus dir dur tir tur yor iyor uyor acak ecek mak mek ma me lik luk li lu la le ca ce ildi uldu indi undu ilir ulur sinda sinde sina sine larinda lerinde inda inde ina ine ki',
    ),
    tidy: same,
  },
  ar: {
    prefixes: ['وال', 'بال', 'لل', 'ال', 'كال', 'فال'],
    ...suffixes('ة ات ون ين ان ه ها هم ية ي'),
    tidy: same,
  },
  hi: { prefixes: [], ...suffixes('ा ी े ों ें ियों ियाँ ियां ाओं ाएं ना ने नी ता ते ती'), tidy: same },
}
