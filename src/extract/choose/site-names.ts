import type { Finding } from '../findings/finding.ts'
import { around } from '../findings/inside.ts'

/** Whose page it is: what the site is called, and how surely. */
export class SiteNames {
  readonly #names = new Map<string, number>()

  /** `subject` is what the page is about, which is also in its title; headings over all pages of the site are its name. */
  constructor(findings: readonly Finding[], subject: string | undefined, banner: ReadonlySet<Finding>) {
    for (const finding of findings) {
      const sureness = banner.has(finding) ? 1 : surenessOf(finding)
      if (sureness > 0) this.#add(finding.text, sureness)
      const owner =
        finding.reader === 'text' || finding.reader === 'line' ? COPYRIGHT.exec(finding.text)?.[1] : undefined
      if (owner !== undefined) this.#add(owner, 1)
    }
    const parts = findings.filter(({ reader }) => reader === 'title').slice(1)
    const about = subject === undefined ? '' : folded(subject)
    const ends = parts.filter(({ text }) => folded(text) !== about)
    for (const { text } of ends) this.#add(text, text === ends.at(-1)!.text ? 0.8 : 0.4)
  }

  #add(text: string, sureness: number): void {
    const name = folded(text)
    if (name.length < 2 || name.length > LONGEST) return
    this.#names.set(name, Math.min(MOST, (this.#names.get(name) ?? 0) + sureness))
  }

  /** How surely a text is the name of the site, from 0 to 3; a longer form of it counts less. */
  of(text: string): number {
    if (text.length > LONGEST) return 0
    const name = folded(text)
    let sureness = this.#names.get(name) ?? 0
    for (const [known, own] of this.#names)
      if (known.length > 4 && known !== name && name.startsWith(`${known} `))
        sureness = Math.max(sureness, own * 0.6)
    return sureness
  }
}

const LONGEST = 60
const MOST = 3
const COPYRIGHT =
  /^(?:©|\(c\)|copyright)[\s©]*(?:(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)?\d\d)?,?\s+)?(?:by\s+)?(\p{Lu}[^|·•,;©]{1,58}?)(?:\s+(?:19|20)\d\d(?:\s?[-–]\s?\d{2,4})?)?(?:\.?$|\s*[|·•,;]|\.\s|\s[–—-]\s)/iu
const LOGO =
  /(?:^|[\s_-])(?:logo|brand|branding|masthead|wordmark|site-?(?:title|name)|header__?title|blog-?title)(?:$|[\s_-])/i
const HOME = /^(?:\/|\.\/|(?:https?:)?\/\/[^/]+\/?|(?:\.\/)?index\.\w+)$/
const FIRST_LINES = 6

function surenessOf({ spot, cues, reader, isOfMain, element }: Finding): number {
  if (reader === 'text') {
    if (spot?.link && HOME.test(spot.link.attribs['href'] ?? '')) return 1
    return LOGO.test(cues.tight) &&
      spot !== undefined &&
      (spot.line < FIRST_LINES || around(element).some(({ name }) => name === 'header' || name === 'nav'))
      ? 1
      : 0
  }
  if (reader === 'attribute') return LOGO.test(cues.tight) ? 0.5 : 0
  if (reader === 'meta') return /^(?:site_name|application-name|publisher)$/.test(cues.named) ? 1 : 0
  return reader === 'json-ld' &&
    !isOfMain &&
    cues.named === 'name' &&
    /^(?:WebSite|Organization)$/.test(cues.section)
    ? 1
    : 0
}

/** Without its marks and its legal form. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .replace(
      /\s(?:gmbh|ltd|limited|llc|inc|co|corp|plc|ag|bv|ab|as|oy|sa|sas|sarl|srl|spa|sl|kg|ohg|ug|e v|aps|and sons|sons)(?:\s.{0,12})?$/u,
      '',
    )
    .trim()
}
