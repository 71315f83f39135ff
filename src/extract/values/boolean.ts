/** Words that say yes or no wherever they stand alone. */
const YES = words(
  'yes y true on ja oui sí si sim ano да так kyllä tak igen evet はい 有り あり 有 是 예 네 ✓ ✔ ✅ ☑ ● √ 1 included inbegriffen inklusive enthalten inclus incluido incluso available verfügbar disponible disponibile disponível',
)
const NO = words(
  'no n false off nein non não nie нет ні ei nej nem hayır いいえ なし 無 否 不 아니요 아니오 ✗ ✘ ❌ ✕ × ☐ - – — 0 none keine keiner unavailable',
)

/** Phrases about whether something can be had, the refusing ones first because they contain the others. */
const REFUSALS = words2(
  'out of stock|sold out|not available|unavailable|not included|no longer|discontinued|outofstock|soldout|ausverkauft|nicht verfügbar|nicht vorrätig|nicht auf lager|nicht lieferbar|vergriffen|nicht enthalten|épuisé|rupture de stock|indisponible|non disponible|agotado|no disponible|sin stock|esaurito|non disponibile|esgotado|indisponível|uitverkocht|niet op voorraad|wyprzedany|niedostępny|нет в наличии|sold-out|在庫なし|在庫切れ|売り切れ|缺货|售罄|품절|closed|geschlossen',
)
const CONSENTS = words2(
  'in stock|instock|on stock|available|ready to ship|auf lager|vorrätig|lieferbar|verfügbar|sofort lieferbar|en stock|disponible|disponibile|in magazzino|disponível|em estoque|op voorraad|dostępny|na skladě|skladem|в наличии|i lager|på lager|varastossa|stokta|在庫あり|有货|有現貨|재고 있음|included|enthalten|open now|geöffnet|preorder',
)

/** Whether a text says yes or no; undefined for one that says neither. */
export function readBoolean(text: string): boolean | undefined {
  const said = text
    .slice(0, 200)
    .normalize('NFC')
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[.!]+$/, '')
    .trim()
  if (YES.has(said)) return true
  if (NO.has(said)) return false
  const [first = ''] = said.split(/[\s,;:.(]+/, 1)
  if (said.length > 80) return undefined
  if (REFUSALS.some((phrase) => said.includes(phrase))) return false
  if (CONSENTS.some((phrase) => said.includes(phrase))) return true
  if (said.length <= first.length) return undefined
  return YES_FIRST.has(first) ? true : NO_FIRST.has(first) ? false : undefined
}

/** Words that answer when they come first: `Yes, with ramp`. */
const YES_FIRST = words('yes ja oui sí sim да はい ✓ ✔ ✅')
const NO_FIRST = words('no nein non não нет いいえ ✗ ✘ ❌')

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

function words2(list: string): readonly string[] {
  return list.split('|')
}
