/** How a page looks, as `in-page/branding/` reads it: lengths in CSS pixels, colours as `#rrggbb` or `#rrggbbaa`. */
export interface StyleSample {
  viewport: { width: number; height: number }
  size: { width: number; height: number }
  canvas: string
  /** In the order of the page, what is around before what is inside. */
  elements: StyledElement[]
  variables: { name: string; color: string }[]
  metas: { name: string; content: string; color?: string | undefined }[]
  icons: { rel: string; href: string; sizes: string; type: string }[]
  organizations: { name?: string | undefined; logo?: string | undefined }[]
  url: string
  faces: string[]
  logos: LogoCandidate[]
}

export interface StyledElement {
  kind: 'button' | 'link' | 'input' | 'notice' | 'code' | 'icon' | 'surface' | 'text' | 'picture'
  tag: string
  /** Its names: id, class, label, alternative text. */
  words: string
  text: string
  chars: number
  /** The nearest heading, link, button or piece of code that it is, or is in. */
  owner: string
  place: string
  /** Left, top, width, height on the page. */
  box: number[]
  color: string
  background?: string | undefined
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
  stroke?: boolean | undefined
}

export interface LogoCandidate {
  /** Absent for a mark that is only text. */
  source?: string | undefined
  isNamed: boolean
  isHome: boolean
  isInHeader: boolean
  isInFooter: boolean
  label: string
  box: number[]
}
