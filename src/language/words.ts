/** Scripts that do not set words apart by blanks, and Hangul, whose words carry particles. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

/** The words of a text, numbers as one, and what an underscore joins; runs of a script without blanks stay whole. */
export const TOKEN = new RegExp(
  String.raw`[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|\p{Nd}+(?:[.,]\p{Nd}+)+|[${UNSPACED}]+|[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]+`,
  'gv',
)
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')

/** Whether a word begins in a script that sets no words apart. */
export function isUnspaced(token: string): boolean {
  return token.charCodeAt(0) > 0xdff && STARTS_UNSPACED.test(token)
}
