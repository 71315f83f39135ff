import type { LocatorStep } from '../../browser/browser.ts'

/** A value as JavaScript. */
export function codeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{ ${entries.map(([key, item]) => `${key}: ${codeOf(item)}`).join(', ')} }`
}

/** A locator as JavaScript: `getByRole("row").nth(2)`. */
export function locatorCode(steps: readonly LocatorStep[]): string {
  return steps.map(({ method, args }) => `${method}(${args.map(codeOf).join(', ')})`).join('.')
}
