import { readFileSync, readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

const INSIDE = new URL('./inside/', import.meta.url)

let modules: Record<string, string> | undefined

/** What runs within the interpreter besides the program, by file name, as an interpreter reads it. Read once. */
export function insideModules(): Record<string, string> {
  modules ??= Object.fromEntries(
    readdirSync(INSIDE)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => [name, stripTypeScriptTypes(readFileSync(new URL(name, INSIDE), 'utf8'))]),
  )
  return modules
}
