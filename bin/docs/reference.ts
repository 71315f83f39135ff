import { readFileSync } from 'node:fs'
import { apiReference } from './api.ts'
import { cliReference } from './cli.ts'
import { configurationReference } from './configuration.ts'
import { errorsReference } from './errors.ts'
import { replaceSection } from './marked-section.ts'
import { metricsReference } from './metrics.ts'

/** The generated section of each page of docs/reference/. The text around it is written by hand. */
const SECTIONS = {
  'api.md': apiReference,
  'cli.md': cliReference,
  'configuration.md': configurationReference,
  'errors.md': errorsReference,
  'metrics.md': metricsReference,
}

interface ReferencePage {
  file: URL
  /** The text of the file. */
  found: string
  /** The text generated from the code. */
  wanted: string
}

/** Every page of the reference, as it is and as the code wants it. */
export async function referencePages(): Promise<ReferencePage[]> {
  return await Promise.all(
    Object.entries(SECTIONS).map(async ([page, section]) => {
      const file = new URL(`../../docs/reference/${page}`, import.meta.url)
      const found = readFileSync(file, 'utf8')
      return {
        file,
        found,
        wanted: replaceSection(found, { kind: 'generated', name: page.slice(0, -3) }, await section()),
      }
    }),
  )
}
