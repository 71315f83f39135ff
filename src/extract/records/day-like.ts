const DAY = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\s?\d{1,2}\2\s?(?:\d{4}|\d\d))(?!\d)/

/** Whether a text begins with a day in numbers, which has as many digits as a number to call. */
export function isDayLike(text: string): boolean {
  return DAY.test(text)
}
