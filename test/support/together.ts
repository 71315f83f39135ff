import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A process of its own costs a test file a quarter of a second before its first test. Files that touch nothing but what
 * they import share one: what is given back has a file in `folder` in their place that imports several of them.
 */
export function together(files: readonly string[], folder: string): string[] {
  const pure = files.filter(isPure)
  const bundles = Array.from({ length: Math.ceil(pure.length / FILES_TOGETHER) }, (_, place) => {
    const some = pure.slice(place * FILES_TOGETHER, (place + 1) * FILES_TOGETHER)
    const name = join(folder, `together-${String(place + 1).padStart(2, '0')}.test.mjs`)
    writeFileSync(name, some.map((file) => `import ${JSON.stringify(urlOf(file))}\n`).join(''))
    return name
  })
  return [...bundles, ...files.filter((file) => !pure.includes(file))]
}

/** So many that their processes no longer count, and so few that both processors have work to the end. */
const FILES_TOGETHER = 12

/** What a hook of one file does would be done for the tests of all; what has a process or a server would meet others'. */
function isPure(file: string): boolean {
  return /^(?:src|packages)\//.test(file) && !ALONE.test(readFileSync(file, 'utf8'))
}

const ALONE =
  /^(?:before|after|beforeEach|afterEach)\(|^import .*'node:(?:child_process|cluster|http|https|net|worker_threads)'|process\.(?:env|on|exit|chdir)|support\/(?:app|database|document-reader|model|search-provider|searching|site)\.ts/m

function urlOf(file: string): string {
  return pathToFileURL(resolve(file)).href
}
