import type { Availability } from './found-product.ts'

/** What schema.org's name for an availability means. */
export function statedAvailability(written: string): Availability | undefined {
  const name = written.trim().replace(/^.*[/:#]/s, '')
  const key = name.toLowerCase().replace(/[^a-z]/g, '')
  if (STATED.test(key)) return { inStock: true, text: name }
  return STATED_GONE.test(key) ? { inStock: false, text: name } : spokenAvailability(written)
}

/** Whether a short text says that something can be had. Longer ones speak of something else as well. */
export function spokenAvailability(text: string): Availability | undefined {
  if (text.length > MAX_SPOKEN_CHARS) return undefined
  if (GONE.test(text)) return { inStock: false, text }
  return THERE.test(text) ? { inStock: true, text } : undefined
}

const MAX_SPOKEN_CHARS = 60

const STATED = /^(?:instock|limitedavailability|onlineonly|instoreonly|available|availablefororder)$/
/** What is made or ordered later can be bought, but is not there. */
const STATED_GONE =
  /^(?:(?:instore)?backorder|oos|outofstock|soldout|discontinued|reserved|preorder|presale|unavailable|pending)$/

const GONE = new RegExp(
  [
    'out of stock|sold[ -]?out|(?:currently|temporarily) unavailable|not (?:currently )?available|no longer available|unavailable',
    'ausverkauft|nicht (?:mehr )?(?:auf lager|verfügbar|lieferbar|vorrätig)|vergriffen',
    'épuisé|rupture de stock|indisponible|plus disponible',
    'agotad[oa]|sin existencias|no disponible|fuera de stock|sin stock',
    'esaurit[oa]|non disponibile|terminat[oa]',
    'esgotad[oa]|indispon[ií]vel|fora de estoque|sem estoque',
    'uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)',
    'slutsåld|slut i lager|ej i lager|udsolgt|ikke på lager|utsolgt|loppuunmyyty|ei varastossa',
    'wyprzedan[yaeo]|niedostępn[yae]|brak (?:w magazynie|towaru)|vyprodáno|není skladem|nedostupné|vypredané|elfogyott|nincs (?:készleten|raktáron)|stoc epuizat|indisponibil',
    'нет в наличии|распродан[оа]?|закончил(?:ся|ась|ось)|немає в наявності|няма наличност|изчерпан',
    'tükendi|stokta yok|εξαντλήθηκε|μη διαθέσιμο|אזל|לא במלאי|نفد|نفذ|غير متوفر',
    '品切れ|在庫切れ|在庫なし|売り切れ|完売|售罄|缺货|无货|無貨|已售完|품절|일시품절|재고 없음|สินค้าหมด|hết hàng|stok habis',
  ].join('|'),
  'iu',
)

/** These begin the text: later in it they are about something else, such as the colours that are available. */
const THERE = new RegExp(
  `^(?:✓|✔|•|●|[\\p{So}\\s])*(?:(?:availability|verfügbarkeit|disponibilit[ée]|disponibilidad|disponibilità|наличие|доступність|dostępność|dostupnost|disponibilidade|beschikbaarheid|available|stock)\\s*:\\s*)?(?:\\d+\\s+)?(?:${[
    'in stock|available(?: now| for (?:delivery|immediate))?$|ready to ship|only \\d+ left|\\d+ left in stock',
    'auf lager|sofort (?:lieferbar|verfügbar)|lieferbar|vorrätig|verfügbar$|nur noch \\d+',
    'en stock|disponible(?:$| immédiatement| en stock)|hay existencias|en existencia',
    'disponibile|in magazzino|disponibilità immediata',
    'em estoque|disponível|dispon[ií]vel$',
    'op voorraad|beschikbaar$|direct leverbaar',
    'i lager|finns i lager|på lager|varastossa',
    'dostępn[yae]|w magazynie|na stanie|skladem|na sklade|raktáron|készleten|în stoc|in stoc$',
    'в наличии|есть в наличии|є в наявності|в наявності|в наличност',
    'stokta(?! yok)|διαθέσιμο|άμεσα διαθέσιμο|במלאי|متوفر|متاح',
    '在庫あり|残り\\d+|有货|有貨|现货|現貨|재고 ?있음|มีสินค้า|còn hàng|tersedia',
  ].join('|')})`,
  'iu',
)
