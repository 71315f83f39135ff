import { fold } from './fold.ts'

/** An expression for words that stand for themselves. */
export function worded(list: string): RegExp {
  return new RegExp(`${START}(?:${list})${END}`, 'u')
}

const LANGUAGES = 'en de fr es it pt nl sv da pl ru tr ar hi th'.split(' ')

/** The names of months or days in all languages, as they stand within a date. */
function calendarNames(part: 'month' | 'weekday', count: number): string[] {
  const names = new Set<string>()
  for (const language of LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { [part]: 'long', day: 'numeric', timeZone: 'UTC' })
    for (let at = 0; at < count; at++) {
      const date = new Date(part === 'month' ? Date.UTC(2024, at, 15) : Date.UTC(2024, 0, 1 + at))
      const name = format.formatToParts(date).find(({ type }) => type === part)?.value
      if (name && name.length > 2) names.add(escaped(fold(name)))
    }
  }
  return [...names]
}

export const months = () => calendarNames('month', 12).join('|')
export const days = () => calendarNames('weekday', 7).join('|')

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const NUMBER_WORDS = fold(
  `واحد اثنان اثنين ثلاثة ثلاث اربعة اربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني تسعة تسع عشرة عشر عشرون عشرين ثلاثون ثلاثين مئة مائة الف
  दो तीन चार पाँच पांच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस तीस चालीस पचास सौ हज़ार लाख
  one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety
  thirteen fourteen sixteen seventeen eighteen nineteen hundred thousand million billion dozen half several zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig
  dreissig hundert tausend million millionen anderthalb achtzig siebzig sechzig funfzig vierzig neunzig deux trois quatre cinq sept huit neuf dix douze vingt trente cent mille dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cien cientos mil due tre quattro cinque
  sei sette otto nove dieci dodici venti trenta cento dois duas quatro sete oito dez doze vinte trinta twee drie vijf zes
  zeven negen tien twaalf twintig honderd duizend tva fyra fem sex sju atta nio tio tolv tjugo hundra tusen dwa dwie
  trzy cztery piec szesc siedem osiem dziewiec dziesiec dwadziescia sto tysiac dwoch trzech два две три четыре пять шесть
  семь восемь девять десять двенадцать двадцать тридцать сто тысяча двух трех полтора полторы полутора poltora poltorei poltorej iki uc dort bes alti yedi sekiz
  dokuz yirmi otuz yuz bin novanta ottanta settanta sessanta cinquanta quaranta noventa ochenta setenta sesenta cincuenta cuarenta oitenta sessenta cinquenta quarenta`,
)
  .split(/\s+/)
  .join('|')
export const START = String.raw`(?<![\p{L}\p{N}])`
export const END = String.raw`(?![\p{L}\p{N}])`
export const NUMBER = String.raw`(?:\p{Nd}[\p{Nd}.,' ]{0,15}|${START}(?:${NUMBER_WORDS})${END})`
export const UNSPACED_NUMBER = String.raw`(?:\p{Nd}|[一二三四五六七八九十百千万億亿两]|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ยี่สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน)`

/** From one year to another. */
export const YEARS = String.raw`(?:1[5-9]|20)\p{Nd}{2} ?(?:to|bis|–|-|—|à|a|al|e|y|and|und|et|hasta|do|tot|till|до|по|～|〜|至|到|부터) ?(?:1[5-9]|20)\p{Nd}{2}`

export const TIME_UNITS = String.raw`(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies)|business days?|sekunden?|minute[nr]?|stunden?|tage?n?|werktage?n?|wochen?|monate?n?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans?|annees?|segundos?|minutos?|horas?|dias?|semanas?|mes(?:es)?|anos?|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|uren|dag(?:en)?|werkdagen|wek?en?|maand(?:en)?|jaar|jaren|sekunder|timm(?:e|ar)|dagar?|veck(?:a|or)|manad(?:er)?|ar|timer|dage|uger?|maneder|godzin[ay]?|dni|dzien|tygodni[eao]?|tydzien|miesi(?:ac|ace|ecy)|lat[a]?|rok|секунд[ауы]?|минут[ауы]?|часа?|часов|день|дня|днеи|недел[яиью]|месяц(?:а|ев)?|года?|лет|сут(?:ки|ок)|saniye|dakika|saat|gun|hafta|ay|yil|دقيقة|دقائق|ساعة|ساعات|يوم(?:ا)?|أيام|ايام|أسبوع|شهر(?:ا)?|أشهر|سنة|سنوات|عام(?:ا)?|मिनट|घंटे|घंटा|दिन|सप्ताह|महीने|साल|वर्ष)`
export const MEASURE_UNITS = String.raw`(?:%|°|percent|prozent|pour cent|por ciento|per cento|por cento|procent|процент\p{L}*|[kcmµ]?m[²³23]?|k?g|t|lbs?|oz|ft|in|mi|mph|km\/h|l|ml|cl|w|kw|kwh|mah|wh|v|a|hz|[kmg]hz|[kmgt]b|db|ha|acres?|\p{L}{0,6}met(?:er|re|ro|ri)\p{L}{0,2}|\p{L}{0,5}(?:gramm?|liter|litre|litro|watt|volt|byte)\p{L}{0,2}|kilomet(?:er|re)[rs]?|kilometros?|chilometri|kilometrow|centimet(?:er|re)s?|millimet(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?|pounds?|ounces?|grams?|kilograms?|kilos?|gramm|tons?|tonnen?|tonnes?|lit(?:er|re)s?|litros?|litri|degrees?|grad|grados|gradi|graus|graden|grader|hectares?|hektar|hektarow|hectareas|ettari|watts?|volts?|square|cubic|м|км|кг|см|г|га|метр\p{L}*|километр\p{L}*|килограмм\p{L}*|градус\p{L}*|тонн\p{L}*|metre|kilometre|kilogram|derece|متر(?:ا)?|كيلومتر\p{L}*|كيلوغرام|मीटर|किलोमीटर|किलोग्राम|px|pixels?|megapixels?|years? old|times)`
export const CURRENCY = String.raw`(?:[$€£¥₹₽₺₩฿]|\b(?:usd|eur|gbp|chf|jpy|cny|rmb|sek|nok|dkk|pln|rub|try|inr|brl|cad|aud|czk|huf)\b|euros?|dollars?|pounds?|francs?|franken|pesos?|reais|kronor|kroner|zlot(?:y|ych|e)|zl|руб(?:л\p{L}*)?|lira|tl|yen|yuan|cents?|kr|元|円|원|人民币|บาท|рубл\p{L}*|जरुपये|रुपये|ريال|درهم|دولار|يورو|جنيه)`
