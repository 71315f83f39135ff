import { readFileSync } from 'node:fs'

/** The name of the service, also in robots.txt. */
export const PRODUCT = 'Winnow'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
export const VERSION = version
