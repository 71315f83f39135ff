/** What shops write on and around what they sell, in the languages they write it in. */

/** The button that puts the product of the page into the cart. */
export const BUY = new RegExp(
  [
    'add to (?:cart|bag|basket|trolley|order)|buy (?:it )?now|^buy$|pre-?order|purchase now',
    '(?:in den|zum) (?:warenkorb|einkaufswagen)|jetzt kaufen|sofort-?kauf|in die tasche|vorbestellen',
    'ajouter au panier|acheter|ajouter à mon panier|commander$',
    'añadir (?:al carrito|a la cesta|a la bolsa)|agregar al carrito|comprar(?: ahora| ya)?$',
    'adicionar (?:ao carrinho|à sacola|ao cesto)|comprar agora',
    'aggiungi al(?:la)? (?:carrello|borsa|cesto)|acquista(?: ora| subito)?$',
    'in (?:mijn )?winkel(?:wagen|mand(?:je)?)|toevoegen aan winkel|bestellen$',
    'lägg i (?:varukorg|kundvagn)|köp(?: nu)?$|læg i (?:kurv|indkøbskurv)|køb(?: nu)?$|legg i handle(?:kurv|vogn)|kjøp(?: nå)?$|lisää (?:ostos)?koriin|osta(?: nyt)?$',
    'do koszyka|kup teraz|do košíku|koupit|do košíka|kosárba|adaugă în coș|cumpără',
    'в корзину|купить|у кошик|до кошика|купити|добави в количката|купи$',
    'sepete ekle|hemen al|satın al|στο καλάθι|αγορά|הוס[יף]+ לסל|קנה עכשיו|أضف إلى (?:السلة|العربة)|اشتر الآن|افزودن به سبد',
    'カートに(?:入れる|追加)|今すぐ購入|ご購入|加入购物车|加入購物車|立即购买|立即購買|장바구니|구매하기|바로구매|thêm vào giỏ|mua ngay|หยิบใส่|เพิ่มลงในรถเข็น|masukkan keranjang|beli sekarang',
  ].join('|'),
  'iu',
)

/** What stands over products that the page shows besides its own. */
export const RELATED = new RegExp(
  [
    'related|similar (?:items|products)|you (?:may|might|could|will) (?:also )?(?:like|love|need)|customers also|people also|also (?:bought|viewed)|recommended|frequently bought|recently viewed|complete the look|goes well with|more from|pairs well|bestsellers|accessories',
    'ähnliche|das könnte|kunden (?:kauften|haben)|wird oft|zuletzt angesehen|zubehör|passend dazu|empfehlung',
    'similaires|vous aimerez|vous pourriez|associés|souvent achetés|récemment|complétez',
    'relacionad|también (?:te|les|compraron)|te (?:puede|podría)|similares|você também|quem (?:viu|comprou)|recomendad',
    'correlati|potrebbe|potrebbero|simili|spesso acquistati|visti di recente',
    'gerelateerd|vind je misschien|anderen (?:kochten|bekeken)|vergelijkbare|liknande|andra köpte|lignende|andre købte|samankaltaisia',
    'похожие|с этим товаром|рекомендуем|вы смотрели|схожі|podobne|inni kupili|související|podobné|kapcsolódó|hasonló|benzer|σχετικά|מוצרים (?:דומים|נוספים)|ذات صلة|قد يعجبك',
    '関連商品|おすすめ|この商品を|最近チェック|相关|相關|推荐|推薦|猜你喜欢|관련 ?상품|추천|함께 구매',
  ].join('|'),
  'iu',
)

/** What stands before and after an amount that is saved. */
export const SAVING_BEFORE =
  /(?:save|savings?:?|you save:?|sie sparen:?|sparen:?|ersparnis:?|économi\S*:?|ahorr\S*:?|rispar\S*:?|econom\S*:?|besparing:?|скидка:?|экономия:?|oszczęd\S*:?|ušetř\S*:?|spara:?|discount:?|rabatt:?|remise:?|-)\s*$/iu
export const SAVING_AFTER =
  /^\s*(?:off\b|saved|rabatt|gespart|de réduction|de descuento|sconto|скид|割引|引き)/iu

/** A price that is not asked any more, or never was. */
export const FORMER =
  /(?:was|list price|rrp|msrp|srp|uvp|statt|regular(?: price)?|original(?:ly| price)?|compare at|instead of|before|au lieu de|prix (?:barré|conseillé|d'origine|initial)|avant|antes|precio (?:anterior|habitual|original)|prezzo (?:precedente|di listino|originale)|listino|preço (?:original|normal)|adviesprijs|ord(?:inarie|\.)? ?pris|tidigare|rek\. pris|før|normalpris|cena (?:regularna|katalogowa|przed\S*)|původní cena|běžná cena|bývalá cena|старая цена|було|通常価格|定価|希望小売価格|原价|原價|市场价|정가|eski fiyat)\s*[:：]?\s*$/iu
