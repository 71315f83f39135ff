/** How a page looks, as `in-page/branding/` reads it: lengths in CSS pixels, colours as `#rrggbb` or `#rrggbbaa`. */
export interface StyleSample {
  viewport: { width: number; height: number }
  /** Of the whole page. */
  size: { width: number; height: number }
  /** What shows where nothing is painted. */
  canvas: string
  /** In the order of the page, what is around before what is inside. */
  elements: StyledElement[]
  /** Custom properties whose names speak of a role, without the dashes, in lower case. */
  variables: { name: string; color: string }[]
  metas: { name: string; content: string; color?: string | undefined }[]
  icons: { rel: string; href: string; sizes: string; type: string }[]
  /** What the page says in JSON-LD about who is behind it. */
  organizations: { name?: string | undefined; logo?: string | undefined }[]
  address: string
  /** Families of web fonts that were really loaded. */
  faces: string[]
  logos: LogoCandidate[]
}

export interface StyledElement {
  kind: 'button' | 'link' | 'input' | 'notice' | 'code' | 'icon' | 'surface' | 'text' | 'picture'
  tag: string
  /** Its names: id, class, label, alternative text. */
  words: string
  /** The beginning of what stands on a button or notice. */
  text: string
  /** How much text stands directly in it. */
  chars: number
  /** The nearest heading, link, button or piece of code that it is, or is in. */
  owner: string
  /** The nearest landmark, such as `header`; empty when there is none. */
  place: string
  /** Left, top, width, height on the page. */
  box: number[]
  color: string
  /** Absent when nothing is painted. */
  background?: string | undefined
  /** The colours of a gradient. */
  stops: string[]
  gradient?: string | undefined
  hasPicture: boolean
  /** The colours beneath, the nearest last; all but the first let something through. */
  under: string[]
  isOnPicture: boolean
  borderWidth?: number | undefined
  borderColor?: string | undefined
  isDisabled: boolean
  /** Whether it looks as browsers draw it where a page says nothing. */
  isPlain: boolean
  family: string
  fontSize?: number | undefined
  fontWeight?: number | undefined
  /** Absent for `normal`. */
  lineHeight?: number | undefined
  radius: string
  /** Top, right, bottom, left. */
  padding: number[]
  margin: number[]
  gap: number
  maxWidth?: number | undefined
  position: string
  transition?: { duration: string; easing?: string | undefined } | undefined
  /** Of a drawing: whether it is made of lines. */
  stroke?: boolean | undefined
}

export interface LogoCandidate {
  /** Absent for a mark that is only text. */
  source?: string | undefined
  /** Whether it, or what is around it, is called a logo. */
  isNamed: boolean
  isHome: boolean
  isInHeader: boolean
  isInFooter: boolean
  /** What it is called, or what it says. */
  label: string
  box: number[]
}
