import { readFileSync } from 'node:fs'

/** What the service is called, in robots.txt too. */
export const PRODUCT = 'Winnow'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
export const VERSION = version
