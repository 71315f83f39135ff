const YES = words(
  'yes y true on ja oui sí si sim ano да так kyllä tak igen evet はい 有り あり 有 是 예 네 ✓ ✔ ✅ ☑ ● √ 1 included inbegriffen inklusive enthalten inclus incluido incluso available verfügbar disponible disponibile disponível',
)
const NO = words(
  'no n false off nein non não nie нет ні ei nej nem hayır いいえ なし 無 否 不 아니요 아니오 ✗ ✘ ❌ ✕ × ☐ - – — 0 none keine keiner unavailable',
)

/** Phrases about whether something can be had, the refusing ones first because they contain the others. */
const UNAVAILABLE_PHRASES = phrases(
  'out of stock|sold out|unavailable|no longer|discontinued|outofstock|soldout|ausverkauft|vergriffen|épuisé|rupture de stock|indisponible|agotado|sin stock|esaurito|esgotado|indisponível|uitverkocht|wyprzedany|niedostępny|нет в наличии|在庫なし|在庫切れ|売り切れ|缺货|售罄|품절|closed|geschlossen',
)
const AVAILABLE_PHRASES = phrases(
  'in stock|instock|on stock|available|ready to ship|auf lager|vorrätig|lieferbar|verfügbar|sofort lieferbar|en stock|disponible|disponibile|in magazzino|disponível|em estoque|op voorraad|dostępny|na skladě|skladem|в наличии|i lager|på lager|varastossa|stokta|在庫あり|有货|有現貨|재고 있음|included|enthalten|open now|geöffnet|preorder',
)

export function readBoolean(text: string): boolean | undefined {
  const said = text
    .slice(0, 200)
    .normalize('NFC')
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[.!]+$/, '')
    .replaceAll(JOINING, ' ')
    .trim()
  if (YES.has(said)) return true
  if (NO.has(said)) return false
  if (said.length > 80) return undefined
  const first = /^[^\s,;:.(]*/.exec(said)![0]
  if (ANY_PHRASE.test(said)) {
    if (UNAVAILABLE_PHRASES.some((phrase) => placeOf(phrase, said) >= 0)) return false
    for (const phrase of AVAILABLE_PHRASES) {
      const at = placeOf(phrase, said)
      if (at >= 0) return !DENIED.test(said.slice(0, at))
    }
  }
  if (said.length <= first.length) return undefined
  return YES_FIRST.has(first) ? true : NO_FIRST.has(first) ? false : undefined
}

const JOINING = /(?<=\p{L})[-_](?=\p{L})/gu
/** Most texts have none of the phrases, which is seen at once. */
const ANY_PHRASE = new RegExp(
  [...UNAVAILABLE_PHRASES, ...AVAILABLE_PHRASES].map(({ words: own }) => own).join('|'),
)

function placeOf({ words: own, isUnspaced }: Phrase, said: string): number {
  let at = said.indexOf(own)
  if (isUnspaced) return at
  while (at >= 0 && (LETTER_LAST.test(said.slice(0, at)) || !ENDING.test(said.slice(at + own.length))))
    at = said.indexOf(own, at + 1)
  return at
}

const LETTER_LAST = /\p{L}$/u
/** What inflection adds to a word: `disponibles`, `verfügbare`, `épuisées`. */
const ENDING = /^(?:s|es?|e[mnr])?(?!\p{L})/u
/** What is denied shortly before a phrase: `not yet available`, `nicht mehr lieferbar`, but not by `not only`. */
const DENIED =
  /(?<!\p{L})(?:not|no|never|without|\p{L}+n['’]t|cannot|nicht|kein|keine|ohne|pas|non|sin|não|niet|geen|nie|не|нет|inte|ikke|ei)(?!\s(?:only|just|nur|seulement|solo|sólo|só|apenas|alleen|только)(?!\p{L}))(?:\s\p{L}+){0,2}\s$/u

const YES_FIRST = words('yes ja oui sí sim да はい ✓ ✔ ✅')
const NO_FIRST = words('no nein non não нет いいえ ✗ ✘ ❌')

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

interface Phrase {
  words: string
  isUnspaced: boolean
}

function phrases(list: string): readonly Phrase[] {
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
  return list.split('|').map((own) => ({ words: own, isUnspaced: unspaced.test(own) }))
}
