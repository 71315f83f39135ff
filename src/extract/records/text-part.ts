/** A part of a text that is a value of its own. */
export interface TextPart {
  text: string
  /** Where in the text it stands, when nothing names it. */
  place: string
  label?: string
  weight: number
  /** Whether it is one end of a range, which is called as the whole is. */
  isEnd?: boolean
}
