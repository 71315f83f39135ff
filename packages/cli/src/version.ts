import { readFileSync } from 'node:fs'

/** The manifest stands beside the folder of this file, from source and compiled alike. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
export const VERSION = version
