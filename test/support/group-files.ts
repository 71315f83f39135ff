import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Each process costs a test file a quarter of a second before its first test, and three quarters more if it
 * imports the service. So several files share one process. The returned files in `folder` each run some of
 * them one after the other, with the hooks of each around its own tests only.
 *
 * Node's runner starts with the names that sort first. Those are the files that start services and browsers,
 * so that quick files remain to keep all processors busy to the end.
 */
export function groupFiles(files: readonly string[], folder: string, atOnce: number): string[] {
  const slow = files.filter((file) => file.startsWith('test/'))
  const quick = files.filter((file) => !file.startsWith('test/'))
  const parts = [
    ...splitIntoGroups(slow, SLOW_GROUP_SIZE, atOnce).toReversed(),
    ...splitIntoGroups(quick, QUICK_GROUP_SIZE, atOnce),
  ]
  return parts.map((some, place) => {
    const more = some.length > 1 ? `-and-${some.length - 1}-more` : ''
    const name = `${String(place + 1).padStart(3, '0')}-${basename(some[0]!, '.test.ts')}${more}.test.mjs`
    writeFileSync(join(folder, name), sequentialSuites(some))
    return join(folder, name)
  })
}

/** Large enough that process starts hardly count, and small enough to keep all processors busy to the end. */
const SLOW_GROUP_SIZE = 14
const QUICK_GROUP_SIZE = 20

/** Neighbours go together, except files that must be alone. */
function splitIntoGroups(files: readonly string[], most: number, atOnce: number): string[][] {
  const shared = files.filter((file) => !isAlone(file)).sort(byService)
  const size = Math.min(most, Math.ceil(shared.length / atOnce))
  const parts = Array.from({ length: size && Math.ceil(shared.length / size) }, (_, place) =>
    shared.slice(place * size, (place + 1) * size),
  )
  return [...parts, ...files.filter(isAlone).map((file) => [file])]
}

/** Files that share a service go together. */
function byService(one: string, other: string): number {
  return Number(sharesService(other)) - Number(sharesService(one))
}

function sharesService(file: string): boolean {
  return /\buseSharedApp\(/.test(readFileSync(file, 'utf8'))
}

/**
 * A file that changes or inspects its own process would see effects of other files there; a file with
 * top-level await cannot be loaded synchronously.
 */
function isAlone(file: string): boolean {
  return /^test\/(?:chaos|hostile)\//.test(file) || ALONE.test(readFileSync(file, 'utf8'))
}

const ALONE =
  /process\.(?:env|on|once|exit|chdir|pid)\b|support\/hostile\/(?:memory|try-)|^(?:const .*= \(?)?await /m

/**
 * One suite per file, which loads the file synchronously, so that its tests and hooks belong to that suite.
 */
function sequentialSuites(files: readonly string[]): string {
  if (files.length === 1) return `import ${JSON.stringify(pathToFileURL(resolve(files[0]!)).href)}\n`
  const suites = files.map(
    (file) => `describe(${JSON.stringify(file)}, () => void load(${JSON.stringify(resolve(file))}))\n`,
  )
  return `import { createRequire } from 'node:module'
import { describe } from 'node:test'
const load = createRequire(import.meta.url)
${suites.join('')}`
}
