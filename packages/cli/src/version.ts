import { readFileSync } from 'node:fs'

/** The manifest is beside the folder of this file, both from source and compiled. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
export const VERSION = version
