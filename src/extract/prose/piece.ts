/** What a value is, whatever it is about. */
export type ValueKind =
  | 'phone'
  | 'email'
  | 'date'
  | 'year'
  | 'money'
  | 'percent'
  | 'duration'
  | 'hours'
  | 'clock'
  | 'person'
  | 'amount'
  | 'measure'
  | 'postcode'
  | 'code'
  | 'yes'
  | 'text'

/** A part of a text that may be a value. */
export interface Piece {
  text: string
  at: number
  end: number
  /** Of a length of time, how many minutes it is; of an amount, the number. */
  size?: number
}
