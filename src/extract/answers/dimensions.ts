import { NUMBER, TIME_UNITS, UNSPACED_NUMBER } from './kind-expressions.ts'

/** What is measured: a value of one is no answer to a question for another. */
export type Dimension =
  | 'mass'
  | 'length'
  | 'speed'
  | 'loudness'
  | 'power'
  | 'charge'
  | 'area'
  | 'volume'
  | 'temperature'
  | 'percent'
  | 'data'
  | 'light'
  | 'food energy'
  | 'age'

/** What a folded question asks the measure of; nothing where its words leave that open, as `how big` does. */
export function dimensionOf(folded: string): Dimension | undefined {
  const found = ASKED.flatMap(({ dimension, pattern }) => {
    const match = pattern.exec(folded)
    return match && !GRADES.test(match[0]) ? [{ dimension, at: match.index }] : []
  })
  return found.sort((a, b) => a.at - b.at)[0]?.dimension
}

/** Said of a fee or a share as well as of a tower, of a time as well as of a way. */
const GRADES = /^(?:high|hoch|hoog|haute?|far in advance)$/

/** A question for a number of units is one for a measure. */
export function asksForUnits(folded: string): boolean {
  return COUNTED_UNITS.test(folded)
}

const COUNTED_UNITS =
  /(?:how much|wie ?viel) (?:power|noise|leistung|gewicht)|(?:how many|wie ?viele?|combien de|combien d'|cuant[oa]s|quant[ioae]s?|hoeveel|hur manga|hvor mange|ile|сколько|kac) (?:decibels?|dezibel|decibeles|watts?|vatios|lumens?|kilo\p{L}*|(?:milli|centi|mega|giga)?(?:met|gram|lit|byte)\p{L}*|calor\p{L}*|kalori\p{L}*|percent|prozent|procent|miles?|meilen|millas|miglia|feet|inch\p{L}*|pounds|ounces|degrees|grad)(?!\p{L})/u

const ASKED: readonly { dimension: Dimension; pattern: RegExp }[] = [
  row(
    'loudness',
    'loud|noisy|noise level|decibels?|db',
    'laut|lautstarke|dezibel|bruyante?|decibeles|ruidos[oa]|rumoros[oa]|barulhent[oa]|luid|ljudniva|glosn[yae]|громк\\p{L}*|децибел\\p{L}*',
  ),
  row(
    'mass',
    'heavy|weight|weighs?|kilograms?|kilos?|pounds|ounces',
    'schwer|gewicht|wiegt|wiegen|poids|pese|pesent|lourde?|pesa|pesan|peso|pesad[oa]|pesano|pesam|weegt|wegen|zwaar|vager|vikt|tung|vejer|wazy|waga|весит|вес|масса|agirlig?i?|重さ|重量|무게|多重',
  ),
  row(
    'speed',
    'fast|speed',
    'schnell|geschwindigkeit|hochstgeschwindigkeit|vite|vitesse|velocidad|velocita|veloce|velocidade|rapido|snel|snelheid|snabb|hastighet|szybk[oia]|predkosc|скорость|быстро|hiz[il]?i?|速度',
  ),
  row(
    'power',
    'watts?|wattage|powerful|horsepower',
    'leistung|leistungsstark|vatios|potencia|puissance|puissante?|potenza|potente|vermogen|effekt|moc|мощност\\p{L}*|guc[u]?',
  ),
  row(
    'light',
    'lumens?|nits?|bright|brightness',
    'hell|helligkeit|luminosite|brillo|luminosita|brilho|helderheid|ljusstyrka|jasnosc|яркост\\p{L}*',
  ),
  row('food energy', 'calories', 'kalorien|calorias|calorie|calories|kalorii|kalorier|калори\\p{L}*'),
  row(
    'temperature',
    'hot|cold|warm|temperature|degrees',
    'heiss|kalt|temperatur|chaud|froid|temperatura|caliente|caldo|quente|temperatuur|varmt|kallt|температур\\p{L}*|sicaklik',
  ),
  row(
    'percent',
    'percent|percentage',
    'prozent|prozentsatz|pourcentage|porcentaje|percentuale|percentagem|porcentagem|procent|процент\\p{L}*',
  ),
  row('age', 'old|age', 'alt|alter|age|edad|eta|idade|oud|leeftijd|gammal|alder|stary|wiek|возраст|yas'),
  row('charge', 'battery capacity|mah', 'akkukapazitat|batteriekapazitat'),
  row(
    'area',
    'area|acres|hectares',
    'flache|superficie|oppervlakte|powierzchni\\p{L}*|площад\\p{L}*|面積|面积',
  ),
  row(
    'length',
    'tall|high|long|wide|deep|far in advance|far|thick|height|length|width|depth|distance|thickness|diameter|altitude|elevation',
    'hoch|lang|breit|tief|weit|dick|hohe|lange|breite|tiefe|haute?|longue?|large|hauteur|longueur|largeur|profondeur|altura|longitud|anchura|profundidad|altezza|lunghezza|larghezza|profondita|comprimento|largura|profundidade|hoog|hoogte|lengte|breedte|diepte|diep|djup|djupt|hojd|langd|wysok[aio]|wysokosc|dlug[aio]|dlugosc|glebokosc|высота|длина|ширина|глубина',
  ),
]

function row(dimension: Dimension, ...words: string[]): { dimension: Dimension; pattern: RegExp } {
  return { dimension, pattern: new RegExp(String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`, 'u') }
}

const METRES = String.raw`\p{L}{0,6}met(?:er|re|ro|ri)\p{L}{0,2}|miles?|meilen?|feet|foot|ft|inch(?:es)?|in|yards?|zoll|pouces?|pulgadas?|pollici|[kcmµ]?m|mi|км|м|см|мм|\p{L}{0,5}метр\p{L}*|متر(?:ا)?|كيلومتر\p{L}*|मीटर|किलोमीटर|storeys|stories|floors`

const UNITS: Record<Dimension, { words: string; unspaced?: string }> = {
  mass: {
    words: String.raw`[km]?g|t|lbs?|oz|\p{L}{0,5}gramm?[eioas]?\p{L}{0,2}|kilo[s]?|chili|pounds?|pfund|ounces?|ton(?:s|ne[ns]?|nellate|eladas?|n)?|кг|г|т|\p{L}{0,4}грамм\p{L}*|тонн\p{L}*|كيلوغرام|किलोग्राम`,
    unspaced: '公斤|千克|克|吨|噸|キロ|グラム|トン|킬로|그램|톤|กิโล',
  },
  length: {
    words: `(?:${METRES})|light[- ]years|["″”]`,
    unspaced: '米|公里|メートル|キロ|ミリ|センチ|미터|킬로|เมตร|กิโล|厘米|毫米',
  },
  speed: {
    words: String.raw`[km]?m\/[hs]|mph|kmh|km ?h|stundenkilometer|knots|knoten|kph|km per hour|км\/ч|(?:${METRES}) (?:\p{L}{1,9} ){0,2}(?:per|pro|par|por|al|all'|в|an?|each|every|im|in der|in einem) ?(?:hour|second|day|week|month|year|stunde|sekunde|tag|woche|monat|jahr|heure|jour|an|hora|dia|ano|ora|anno|час|год)|[mg]bit\/s|[mg]bps|rpm`,
    unspaced: '公里每小时|時速|时速',
  },
  loudness: { words: String.raw`db|dba|db\(a\)|decibel\p{L}*|dezibel|дб|децибел\p{L}*` },
  power: {
    words: String.raw`[km]?w|\p{L}{0,5}watts?|vatios|ps|hp|horsepower|bhp|ch|cv|квт|вт|ватт\p{L}*`,
    unspaced: 'ワット|瓦|와트',
  },
  charge: { words: String.raw`m?ah|[km]?wh|kilowatt\p{L}*|watt-?hours?` },
  area: {
    words: String.raw`[kcm]?m[²2]|square|sq|qm|sqm|ha|acres?|hectares?|hektar\p{L}*|hectareas|ettari|quadrat\p{L}*|га|(?:${METRES}) (?:carr\p{L}*|cuadrad\p{L}*|quadrat\p{L}*|quadrad\p{L}*)|кв\p{L}*|km²`,
    unspaced: '平方|ヘクタール|公顷|제곱',
  },
  volume: { words: 'l' },
  temperature: {
    words: String.raw`[°o]? ?[cf]|°|degrees?|grad|grados|gradi|graus|graden|grader|stopni|градус\p{L}*|derece|celsius`,
    unspaced: '度|℃|도',
  },
  percent: {
    words: String.raw`%|percent|per cent|prozent|pour cent|por ciento|per cento|por cento|procent\p{L}*|процент\p{L}*`,
    unspaced: '%|％',
  },
  data: { words: '[kmgt]b' },
  light: { words: String.raw`nits?|lumens?|lm|cd\/m[²2]|candela|lux` },
  age: { words: TIME_UNITS, unspaced: '岁|歳|才|年|살|세|ปี' },
  'food energy': {
    words: String.raw`k?cal|calor\p{L}*|kalori\p{L}*|калори\p{L}*|kj`,
    unspaced: 'カロリー|卡路里|千卡',
  },
}

const made = new Map<Dimension, RegExp>()

/** Whether a folded text holds a value of a dimension. */
export function holdsMeasure(folded: string, dimension: Dimension): boolean {
  let pattern = made.get(dimension)
  if (pattern === undefined) {
    const { words, unspaced } = UNITS[dimension]
    const spaced = String.raw`(?:${NUMBER}|\p{Nd}\/\p{Nd}{1,3}|[½¼¾])[ -]{0,2}(?:${words})(?![\p{L}\p{N}/])`
    pattern = new RegExp(unspaced ? `${spaced}|${UNSPACED_NUMBER}+ ?(?:${unspaced})` : spaced, 'u')
    made.set(dimension, pattern)
  }
  return pattern.test(folded)
}

/** Whether a folded text names a unit of a dimension and holds a number apart from it: `weight in grams, up to 500`. */
export function holdsMeasureApart(folded: string, dimension: Dimension): boolean {
  if (!/\p{Nd}/u.test(folded)) return false
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${UNITS[dimension].words})(?![\p{L}\p{N}/])`, 'u').test(
    folded,
  )
}
