/** What units measure, with what one of each is in the first of its line, and how pages and fields write them. */
const DIMENSIONS: Readonly<Record<string, readonly (readonly [factor: number, written: string])[]>> = {
  time: [
    [1, 'minute minutes min mins minuten minuto minutos minuti minuut minut 分 分間'],
    [1 / 60, 'second seconds sec secs s sekunde sekunden seconde secondes segundo segundos secondi 秒'],
    [
      60,
      'hour hours hr hrs h std stunde stunden heure heures hora horas ora ore uur uren timmar timer godzin 時間',
    ],
    [
      1440,
      'day days tag tage tagen werktage jour jours día días dia dias giorno giorni dag dagen dagar dager dni',
    ],
    [
      10_080,
      'week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane weken veckor tygodni',
    ],
    [43_200, 'month months mo monat monate monaten mois mes meses mese mesi maand maanden månader miesięcy'],
    [
      525_600,
      'year years yr yrs jahr jahre jahren an ans année années año años ano anos anno anni jaar år lat',
    ],
    [1440, 'night nights nacht nächte nächten nuit nuits noche noches notte notti nätter'],
  ],
  length: [
    [1, 'm meter meters metre metres mètre mètres metro metros metri mtr'],
    [0.01, 'cm centimeter centimeters centimetre centimetres zentimeter'],
    [0.001, 'mm millimeter millimeters millimetre millimetres'],
    [1000, 'km kilometer kilometers kilometre kilometres kilomètres kilómetros quilómetros chilometri'],
    [0.0254, 'in inch inches zoll " ″'],
    [0.3048, 'ft foot feet'],
    [1609.344, 'mi mile miles'],
  ],
  weight: [
    [1, 'kg kgs kilo kilos kilogram kilograms kilogramm'],
    [0.001, 'g gr gram grams gramm gramme grammes gramos grammi'],
    [0.000_001, 'mg'],
    [0.453_592, 'lb lbs pound pounds'],
    [0.028_349_5, 'oz ounce ounces'],
    [1000, 't tonne tonnes ton tons tonnen'],
  ],
  volume: [
    [1, 'l litre litres liter liters litri litros'],
    [0.001, 'ml millilitre millilitres milliliter'],
    [0.01, 'cl'],
    [0.1, 'dl'],
    [1000, 'm3 m³'],
  ],
  area: [
    [1, 'm2 m² qm sqm mq squaremeters squaremetres'],
    [0.092_903, 'sqft ft2 ft²'],
    [1_000_000, 'km2 km² sqkm'],
    [10_000, 'ha hectare hectares hektar'],
    [4046.86, 'acre acres'],
  ],
  power: [
    [1, 'w watt watts'],
    [1000, 'kw'],
    [1_000_000, 'mw'],
    [735.5, 'ps cv'],
    [745.7, 'hp bhp'],
  ],
  energy: [
    [1, 'kwh'],
    [0.001, 'wh'],
  ],
  food: [
    [1, 'kcal cal calories kalorien'],
    [0.239, 'kj'],
  ],
  voltage: [
    [1, 'v volt volts'],
    [1000, 'kv'],
    [0.001, 'mv'],
  ],
  current: [
    [1, 'a amp amps ampere'],
    [0.001, 'ma'],
    [0.000_001, 'µa ua'],
  ],
  charge: [
    [1, 'mah'],
    [1000, 'ah'],
  ],
  frequency: [
    [1, 'hz'],
    [1000, 'khz'],
    [1_000_000, 'mhz'],
    [1_000_000_000, 'ghz'],
  ],
  memory: [
    [1, 'gb gib'],
    [0.001, 'mb mib'],
    [0.000_001, 'kb kib'],
    [1000, 'tb tib'],
  ],
  pressure: [
    [1, 'bar'],
    [0.001, 'mbar hpa'],
    [0.068_948, 'psi'],
    [0.01, 'kpa'],
    [10, 'mpa'],
  ],
  celsius: [[1, '°c c celsius']],
  fahrenheit: [[1, '°f f fahrenheit']],
  speed: [
    [1, 'km/h kmh kph'],
    [1.609, 'mph'],
    [3.6, 'm/s'],
  ],
  share: [[1, '% percent pct prozent procent percentage']],
  light: [[1, 'lm lumen lumens']],
  noise: [[1, 'db dba db(a)']],
  turns: [[1, 'rpm']],
  torque: [[1, 'nm']],
  acidity: [[1, 'ph']],
  dots: [[1, 'px pixels dpi']],
}

export interface Unit {
  dimension: string
  factor: number
}

const UNITS = new Map<string, Unit>(
  Object.entries(DIMENSIONS).flatMap(([dimension, units]) =>
    units.flatMap(([factor, written]) =>
      written.split(' ').map((one) => [one, { dimension, factor }] as const),
    ),
  ),
)

/** Letters that are a unit only right behind a number, and never in the name of a field. */
const BARE: ReadonlySet<string> = new Set(
  'm s h t l a c f v w g in an ano mo mi cal ton " ″ ora dag ore min ha'.split(' '),
)

/** The unit that the words of a field's name or description ask for: `weightKg`, `in minutes`. */
export function unitAskedBy(words: readonly string[]): Unit | undefined {
  for (const [at, word] of words.entries()) {
    const joined = UNITS.get(`${word}${words[at + 1] ?? ''}`)
    if (joined && words[at + 1] !== undefined && !BARE.has(`${word}${words[at + 1]}`)) return joined
  }
  const last = words.findLast(
    (word, at) => UNITS.has(word) && (!BARE.has(word) || (at === words.length - 1 && at > 0)),
  )
  return last === undefined ? undefined : UNITS.get(last)
}

/** What names of fields without a unit measure. */
const MEASURED: Readonly<Record<string, string>> = {
  time: 'duration time runtime length age period term lead wait delay dauer zeit laufzeit durée duración durata duur tid czas',
  length:
    'length width height depth distance altitude elevation diameter radius thickness size range ascent climb draught beam span länge breite höhe tiefe entfernung longueur largeur hauteur altezza lunghezza distancia lengte hoogte längd höjd',
  weight: 'weight mass gewicht poids peso vikt vægt vekt waga load payload tonnage',
  volume: 'volume capacity displacement volumen inhalt fassungsvermögen contenance capacidad',
  area: 'area surface size fläche flaeche wohnfläche wohnflaeche grundfläche grundstück superficie surface oppervlakte areal yta powierzchnia floorspace acreage footprint plot',
  power: 'power output leistung puissance potencia potenza vermogen effekt moc',
  energy: 'energy consumption capacity energie',
  food: 'calories energy kalorien calorías',
  memory: 'storage memory space quota size ram disk speicher almacenamiento',
  speed: 'speed velocity wind tempo geschwindigkeit vitesse velocidad',
  celsius: 'temperature temp temperatur température temperatura',
  share: 'percentage share rate discount humidity alcohol abv anteil taux porcentaje',
  pressure: 'pressure druck pression presión',
  noise: 'noise loudness lautstärke',
  voltage: 'voltage spannung tension',
}
const DIMENSIONS_BY_WORD = new Map<string, string[]>()
for (const [dimension, words] of Object.entries(MEASURED))
  for (const word of words.split(' '))
    DIMENSIONS_BY_WORD.set(word, [...(DIMENSIONS_BY_WORD.get(word) ?? []), dimension])

/** What the words of a field's name may measure: a size is a length, an area or a memory. */
export function dimensionsAskedBy(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => DIMENSIONS_BY_WORD.get(word) ?? [])
}

const WRITTEN = [...UNITS.keys()]
  .filter((one) => one !== '' && !/^(?:an|mo|c|f|ph|ton|ano)$/.test(one))
  .toSorted((one, other) => other.length - one.length)
  .map((one) => one.replaceAll(/[()/.]/g, String.raw`\$&`))
  .join('|')
const AFTER = new RegExp(
  String.raw`^(?:\s|-)?(?:square\s|sq\.?\s)?(?:${WRITTEN}|°C|°F|°|sq\.? ?ft|cu\.? ?ft)(?![\p{L}\p{N}])(?:\/(?:h|min|s|day|km|m²|m2|kg|l|100 ?km)(?!\p{L}))?`,
  'iu',
)

/** Where the unit behind a number ends; where the number does if it has none. */
export function unitAfter(text: string, end: number): number {
  const found = AFTER.exec(text.slice(end, end + 24))
  // `10 in the morning` has no inches.
  if (!found || /^\s(?:in|a|an|t|s|v)$/.test(found[0])) return end
  return end + found[0].length
}

/** The unit right behind the first number of a text. */
export function unitIn(text: string): Unit | undefined {
  const found =
    /(?:\d|^\p{L}+[\s-])\s?(square\s|sq\.?\s)?([\p{L}°%"″µ][\p{L}²³°%()]{0,12}(?:\/\p{L}{1,2})?|\p{L}{1,2}[23])(?![\p{L}])/u.exec(
      text.slice(0, 120),
    )
  if (!found) return undefined
  const word = found[2]!.toLowerCase()
  if (found[1]) return UNITS.get(word.startsWith('f') ? 'sqft' : word.startsWith('k') ? 'km2' : 'm2')
  return UNITS.get(word) ?? UNITS.get(word.replace(/\.$/, ''))
}

/** From one up, by language. */
const WORDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'en one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    'de eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    'fr une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt',
    'es uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince - - - - veinte',
    'it uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici - - - venti',
    'nl - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien - - - twintig',
    'sv en två tre fyra fem sex sju åtta nio tio elva tolv',
    'pl jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
  ].map((line) => [line.slice(0, 2), line.slice(3).split(' ')]),
)
const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
}

/** Numbers that are written as words. */
export const NUMBER_WORDS = new RegExp(
  String.raw`(?<![\p{L}-])(?:(?:${Object.keys(TENS).join('|')}|twenty)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|${[...new Set(Object.values(WORDS).flat())].filter((word) => word.length > 2).join('|')})(?!\p{L})(?!-\p{L}+ing)`,
  'giu',
)

/** The number that a text begins with as a word of English or of its own language: `Sex` is six in Swedish only. */
export function wordedNumber(text: string, language = 'en'): number | undefined {
  const start = text.trimStart().slice(0, 60).toLowerCase()
  const [word = '', more = ''] = (/^[\p{L}-]+/u.exec(start)?.[0] ?? '').split('-')
  const tens = TENS[word] ?? (word === 'twenty' ? 20 : undefined)
  const numbers = [WORDS[language.slice(0, 2).toLowerCase()], WORDS['en']]
  const nth = (one: string) => Math.max(...numbers.map((words) => words?.indexOf(one) ?? -1)) + 1
  if (tens !== undefined) return tens + nth(more)
  return nth(word) || undefined
}
