/** How a part of a sentence fits a control. `used` is what of the part it explains, words by their places or as written; all where it is missing. */
export type Fit =
  | { value: string | boolean; score: number; used?: readonly number[] | string; free?: boolean }
  | undefined
