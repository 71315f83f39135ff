import type { Page } from './page.ts'

/** A page as a Markdown file: front matter with its source, then its content. */
export function withFrontMatter(page: Page): string {
  const { title, description, language, statusCode } = page.metadata ?? {}
  const [url, asked] = [pageUrlOf(page), requestedUrlOf(page)]
  const sourceURL = hrefOf(asked) === hrefOf(url) ? undefined : asked
  const lines = Object.entries({ url, sourceURL, title, description, language, statusCode })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${yaml(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${(page.markdown ?? '').trim()}\n`
}

/** The final URL of a page. */
export function pageUrlOf({ metadata }: Page): string {
  return metadata?.url ?? metadata?.sourceURL ?? ''
}

/** The requested URL of a page, which is unique within a job. */
export function requestedUrlOf({ metadata }: Page): string {
  return metadata?.sourceURL ?? metadata?.url ?? ''
}

function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

/** JSON strings are valid YAML, except for a few characters that are escaped here. */
function yaml(value: unknown): string {
  const one = Array.isArray(value) ? value.join(', ') : value
  return JSON.stringify(one).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
