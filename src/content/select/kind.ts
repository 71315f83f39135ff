/** Elements of the same name and classes are of one kind, apart from classes that number or mark one of several. */
export interface ElementKind {
  id: number
  isUnseen: boolean
  isConsent: boolean
  isPost: boolean
  isGoods: boolean
  isCard: boolean
}

export class ElementKinds {
  private readonly known = new Map<string, Map<string, ElementKind>>()
  private readonly alike = new Map<string, ElementKind>()

  of(name: string, classes: string): ElementKind {
    let byClass = this.known.get(name)
    if (byClass === undefined) this.known.set(name, (byClass = new Map()))
    let kind = byClass.get(classes)
    if (kind === undefined) byClass.set(classes, (kind = this.find(name, classes)))
    return kind
  }

  private find(name: string, classes: string): ElementKind {
    const common = classes.replace(/\d+/g, '').replace(ONE_OF_SEVERAL, '').trim()
    const key = `${name} ${common}`
    let kind = this.alike.get(key)
    if (kind === undefined) this.alike.set(key, (kind = kindOf(this.alike.size + 1, common)))
    return kind
  }
}

const ONE_OF_SEVERAL =
  /(?:^|\s)(?:is-|item-)?(?:first|last|odd|even|active|current|selected|instock|outofstock|onsale|sale|featured|sticky)(?=\s|$)/gi

function kindOf(id: number, classes: string): ElementKind {
  return {
    id,
    isUnseen: UNSEEN.test(classes),
    isConsent: asksConsent(classes),
    isPost: POST.test(classes),
    isGoods: GOODS.test(classes),
    isCard: CARD.test(classes),
  }
}

/** Whether a class or an id is that of a banner for consent; an article on cookies is not called so. */
export function asksConsent(names: string): boolean {
  return CONSENT.test(names)
}

const CONSENT = new RegExp(
  [
    String.raw`(?<![a-z])(?:cookies?|gdpr|ccpa)[-_]?(?:law|notice|banner|bar|box|popup|modal|dialog|overlay|consent|wall|prompt|alert|layer|disclaimer|confirmation|compliance|policy[-_](?:banner|bar|popup))(?![a-z])`,
    String.raw`(?<![a-z])consent[-_]?(?:banner|bar|popup|modal|dialog|overlay|wall|layer|manager|track)(?![a-z])`,
    'onetrust|cybotcookiebot|cookiebot|usercentrics|didomi-|qc-cmp|borlabs-?cookie|cookieyes|sp_message|tarteaucitron|fc-consent',
    'moove_gdpr|iubenda-cs|osano-cm|truste[-_]|cookiefirst|axeptio|shopify-pc__banner|klaro-|cookieconsent',
    String.raw`(?<![\w-])(?:cky-|cmplz-|cc-(?:window|banner)|klaro(?![a-z]))`,
  ].join('|'),
  'i',
)

const UNSEEN = /(?:^|[\s_-])(?:sr-only|screen-reader(?:-text)?|visually-?hidden|skip-(?:link|to))/i
const POST = /(?:^|[\s_-])(?:post|comment|message|reply|thread|topic|answer|question)s?(?:$|[\s_-])/i
const GOODS = /(?:^|[\s_-])(?:product|price|cart|sku|basket|add-to-cart|buy)s?(?:$|[\s_-])/i
const CARD = /(?:^|[\s_-])(?:card|tile|teaser|grid|item|entry|result)s?(?:$|[\s_-])/i
