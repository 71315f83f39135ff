/**
 * The look of a page, as `in-page/branding/` reads it: lengths in CSS pixels, colours as `#rrggbb` or
 * `#rrggbbaa`.
 */
export interface StyleSample {
  viewport: { width: number; height: number }
  size: { width: number; height: number }
  canvas: string
  /** In document order, parents before their children. */
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
  /** The element itself or its nearest ancestor that is a heading, link, button or code. */
  owner: string
  place: string
  /** Left, top, width, height on the page. */
  box: number[]
  color: string
  background?: string | undefined
  stops: string[]
  gradient?: string | undefined
  hasPicture: boolean
  /** The colours behind it, the nearest last. All but the first are translucent. */
  under: string[]
  isOnPicture: boolean
  borderWidth?: number | undefined
  borderColor?: string | undefined
  isDisabled: boolean
  /** True for the default look of browsers. */
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
  /** Absent for a logo that is only text. */
  source?: string | undefined
  isNamed: boolean
  isHome: boolean
  isInHeader: boolean
  isInFooter: boolean
  label: string
  box: number[]
}
