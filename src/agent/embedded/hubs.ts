import { STOP_WORDS, wordLikeness } from '../../extract/extract.ts'
import type { Naming, WishedField } from '../../extract/extract.ts'
import type { Way } from './frontier.ts'
import type { Plan } from './plan.ts'
import { singular } from './words.ts'

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(singular))
}

/** Which pages of a site mostly have what; the meanings of fields on the left, what such pages are called on the right. */
const HUBS: readonly { meanings: readonly string[]; called: ReadonlySet<string>; worth?: number }[] = [
  {
    meanings:
      'phone fax email address street city postcode country region location opening hours contact'.split(' '),
    called: words(
      'contact kontakt contacto contatto imprint impressum legal mention mentions legales aviso location locations standort anfahrt visit visita visite besuch find hour',
    ),
  },
  {
    meanings:
      'founder founded ceo employees headquarters mission history owner director established legal vat register'.split(
        ' ',
      ),
    called: words(
      'about story history historia histoire geschichte geschaeft company uber ueber uns unternehmen wir propos qui sommes nosotro quienes somos chi siamo imprint impressum profile mission',
    ),
  },
  {
    meanings: 'price currency plan fee cost subscription'.split(' '),
    called: words('pricing price plan preise tarif tarife prix precio tarifa rate fee cost'),
  },
  {
    meanings: 'shipping delivery return returns refund warranty'.split(' '),
    called: words(
      'shipping delivery return refund versand lieferung livraison envio devolucione warranty guarantee garantie help faq service',
    ),
  },
  {
    meanings:
      'role position jobtitle department employees staff member people person team colleague contact'.split(
        ' ',
      ),
    called: words(
      'team people staff mitarbeiter equipe equipo personal leadership management faculty directory member about uber ueber uns propos nosotro',
    ),
  },
  {
    meanings: 'phone email room office'.split(' '),
    called: words('team people staff mitarbeiter equipe equipo directory faculty person'),
    worth: 0.55,
  },
  {
    meanings:
      'salary employment deadline hiring vacancy position job role career internship apply recruiter'.split(
        ' ',
      ),
    called: words(
      'career careers job jobs vacancy vacancies hiring position opening openings stellen stellenangebote karriere emploi emplois recrutement carriere empleo trabajo lavoro work join',
    ),
  },
  {
    meanings: 'admission ticket entry fee hours opening price'.split(' '),
    called: words(
      'visit visita visite besuch besucher ticket tickets admission entrada entradas horario horarios tarifas billetterie eintritt oeffnungszeiten offnungszeiten plan infos practical pratique praktisch',
    ),
    worth: 0.6,
  },
  {
    meanings: 'version license download requirements'.split(' '),
    called: words('download release changelog install installation docs documentation doc reference license'),
  },
]

/** Words of links behind which lists stand. */
const OVERVIEWS = words(
  'all browse catalog catalogue shop store directory index archive overview list products listings inventory collection category categories complete full alle katalog ubersicht verzeichnis tous toutes liste catalogo todos todas indice programme programm agenda calendar schedule',
)
/** Pages that have nothing for a reader who looks something up. */
const IDLE =
  /(?:^|[^\p{L}])(?:log-?in|sign-?(?:in|up)|log-?out|register|registrieren|anmelden|warenkorb|cart|basket|checkout|account|wishlist|privacy|datenschutz|cookies?|terms|agb|newsletter|subscribe|share|print|feed|rss|tweet|facebook|instagram|linkedin|confidentialit\p{L}|privacidad|conditions)(?:$|[^\p{L}])/iu
/** Addresses that do something when they are asked for. */
const ACTS =
  /(?:log-?out|add-to-cart|add_to|[?&](?:action|add|delete|remove|vote|buy)=|\/(?:delete|remove|vote|report|edit)(?:\/|$|\?))/i

/** How likely it is from 0 to 1 that a page called so has what is wanted. */
export function hubLikeness(way: Way, fields: readonly Pick<WishedField, 'naming'>[]): number {
  const called = new Set([...way.textWords, ...way.lastWords])
  let most = 0
  for (const { naming } of fields) {
    const named = way.text.length < 60 ? naming.likenessTo(way.text) : 0
    most = Math.max(most, named >= 0.55 ? named : 0)
    for (const hub of hubsFor(naming))
      for (const word of called) if (hub.called.has(word)) most = Math.max(most, hub.worth ?? 0.7)
  }
  return most
}

const known = new WeakMap<Naming, readonly (typeof HUBS)[number][]>()

function hubsFor(naming: Naming): readonly (typeof HUBS)[number][] {
  let hubs = known.get(naming)
  if (!hubs)
    known.set(
      naming,
      (hubs = HUBS.filter(({ meanings }) => naming.means(...meanings) || naming.names(...meanings))),
    )
  return hubs
}

export function isOverview(way: Way): boolean {
  return way.textWords.length <= 6 && [...way.textWords, ...way.lastWords].some((word) => OVERVIEWS.has(word))
}

/** What is left of the worth of a way when it is of a kind that seldom leads anywhere. */
export function handicap(way: Way, plan: Plan): number {
  if (ACTS.test(way.url)) return 0
  const isIdle = IDLE.test(way.text) || IDLE.test(URL.parse(way.url)?.pathname ?? '')
  const isHub = way.lastWords.some((word) => HUBS.some(({ called }) => called.has(word)))
  if (isIdle && !isHub && affinity(way, plan) < 0.5) return 0.15
  return (way.isUnfollowed ? 0.5 : 1) * (way.area === 'footer' ? 0.9 : way.area === 'aside' ? 0.85 : 1)
}

/** How far a way is called what a name says. */
export function likeness(naming: Naming, way: Way): number {
  const text = way.text.length < 60 ? naming.likenessTo(telling(way.textWords)) : 0
  const last = way.lastWords.length <= 5 ? naming.likenessTo(telling(way.lastWords)) : 0
  return Math.max(text, 0.9 * last)
}

function telling(words: readonly string[]): string {
  return words.filter((word) => !STOPS.some((stops) => stops.has(word))).join(' ')
}

const STOPS = [STOP_WORDS.en, STOP_WORDS.de, STOP_WORDS.fr, STOP_WORDS.es, STOP_WORDS.it]

const CLOSE = 0.35

function closeness(word: string, keyword: string): number {
  if (word === keyword) return 1
  let shared = 0
  while (shared < word.length && word[shared] === keyword[shared]) shared++
  if (shared >= 6) return 0.8
  if (isCognate(word, keyword)) return 0.5
  return Math.max(
    ...[word, `${word}s`].flatMap((one) =>
      [keyword, `${keyword}s`].map((other) => wordLikeness(one, other) ?? 0),
    ),
  )
}

const COGNATE = 0.7

/** Whether two words are spelt much alike, as `collection` and `coleccion` are. */
function isCognate(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 6) return false
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < one.length; at++) {
    const pair = one.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 0; at + 1 < other.length; at++) {
    const pair = other.slice(at, at + 2)
    const left = pairs.get(pair) ?? 0
    if (left > 0) {
      shared++
      pairs.set(pair, left - 1)
    }
  }
  return (2 * shared) / (one.length + other.length - 2) >= COGNATE
}

/** How close the words of a way are to those of the request, by how words are used; from 0 to 1. */
export function affinity(way: Way, { keywords }: Plan): number {
  let words = close.get(keywords)
  if (!words) close.set(keywords, (words = new Map()))
  let most = 0
  for (const word of [...way.textWords, ...way.lastWords].slice(0, 12)) {
    let like = words.get(word)
    if (like === undefined) {
      like = word.length < 4 ? 0 : Math.max(0, ...keywords.map((keyword) => closeness(word, keyword)))
      words.set(word, like)
    }
    if (like >= CLOSE) most = Math.max(most, like)
  }
  return most
}

/** Words come again with every link. */
const close = new WeakMap<readonly string[], Map<string, number>>()
