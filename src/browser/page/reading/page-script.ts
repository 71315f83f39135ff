import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { BrandingCalls, OverlayCalls, ReadingCalls, PageControllerCalls } from '../../in-page/calls.ts'

/** A script for pages, as an expression that may be evaluated again at any time; `Calls` says what it can be asked. */
export interface PageScript<Calls> {
  readonly source: string
  readonly calls?: Calls
}

const FOLDER = new URL('../../in-page/', import.meta.url)

export const READING = pageScript<ReadingCalls>('reading.ts')
export const OVERLAYS = pageScript<OverlayCalls>('overlays.ts')
export const BRANDING = pageScript<BrandingCalls>('branding/styles.ts')
export const PAGE_CONTROLLER = pageScript<PageControllerCalls>('page-controller.ts')

// Each file is a function of its own, so that names of one mean nothing in another, and runs once in a world, so that
// scripts share imports. `hasOwn`, because a page may have an element called like our one global name.
function pageScript<Calls>(file: string): PageScript<Calls> {
  const entry = new URL(file, FOLDER)
  let source: string | undefined
  return {
    get source() {
      source ??= `(() => {
'use strict'
const { modules, calls } = Object.hasOwn(globalThis, 'winnow')
  ? globalThis.winnow
  : (globalThis.winnow = { modules: {}, calls: {} })
${modulesOf(entry).join('\n')}
Object.assign(calls, ${moduleKey(entry)}.calls)
})()`
      return source
    },
  }
}

function modulesOf(file: URL, seen = new Set<string>()): string[] {
  if (seen.has(file.href)) return []
  seen.add(file.href)
  const before: string[] = []
  const plain = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/\s+$/gm, '')
  const code = plain.replaceAll(IMPORT, (_, names: string, path: string) => {
    const imported = new URL(path, file)
    before.push(...modulesOf(imported, seen))
    return `const ${names.replace('* as ', '')} = ${moduleKey(imported)}`
  })
  const exported = [...code.matchAll(EXPORT)].map(([, name]) => name)
  return [
    ...before,
    `${moduleKey(file)} ??= (() => {\n${code.replaceAll(EXPORT, '')}\nreturn { ${exported.join(', ')} }\n})()`,
  ]
}

function moduleKey(file: URL): string {
  return `modules[${JSON.stringify(file.href.slice(FOLDER.href.length))}]`
}

/** The two forms of imports and the two of exports that files of pages have; types are gone by then. */
const IMPORT = /^import (\* as \w+|\{[^}]*\}) from '(\.[^']+)'$/gm
const EXPORT = /^export (?=(?:function|const) (\w+))/gm
