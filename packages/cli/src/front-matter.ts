import type { Page } from './page.ts'

/** A page as a Markdown file: where it comes from, then what it says. */
export function withFrontMatter(page: Page): string {
  const { title, description, language, statusCode } = page.metadata ?? {}
  const [url, asked] = [pageUrlOf(page), requestedUrlOf(page)]
  const sourceURL = hrefOf(asked) === hrefOf(url) ? undefined : asked
  const lines = Object.entries({ url, sourceURL, title, description, language, statusCode })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${yaml(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${(page.markdown ?? '').trim()}\n`
}

/** Where a page was found. */
export function pageUrlOf({ metadata }: Page): string {
  return metadata?.url ?? metadata?.sourceURL ?? ''
}

/** The address that a page was asked for at, which no two documents of a job share. */
export function requestedUrlOf({ metadata }: Page): string {
  return metadata?.sourceURL ?? metadata?.url ?? ''
}

function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

/** JSON strings are YAML too, whatever is in them; a few characters that only YAML minds are written as escapes. */
function yaml(value: unknown): string {
  const one = Array.isArray(value) ? value.join(', ') : value
  return JSON.stringify(one).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
