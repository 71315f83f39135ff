import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A process of its own costs a test file a quarter of a second before its first test, and where it starts the service
 * another three for what that imports. So several share one: what is given back has files in `folder` in their place, each
 * of which runs some of them one after the other, with the hooks of each around its own tests only.
 *
 * Node's runner begins with the files whose names come first. Those are the ones that start services and browsers, so that
 * the quick ones are left to keep all processors busy to the end.
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

/** So many that their processes no longer count, and so few that all processors have work to the end. */
const SLOW_GROUP_SIZE = 14
const QUICK_GROUP_SIZE = 20

/** Neighbours go together, except where a file has to be alone. */
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
 * What changes or looks at its own process would meet what others have left or wait for there; what waits while it is
 * loaded cannot be loaded at once.
 */
function isAlone(file: string): boolean {
  return /^test\/(?:chaos|hostile)\//.test(file) || ALONE.test(readFileSync(file, 'utf8'))
}

const ALONE =
  /process\.(?:env|on|once|exit|chdir|pid)\b|support\/hostile\/(?:memory|try-)|^(?:const .*= \(?)?await /m

/** A suite for each, in which the file is loaded at once: so what it describes and its hooks belong to that suite. */
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
