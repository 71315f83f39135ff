import { readFileSync } from 'node:fs'
import { ReaderError } from '../../page/reader.ts'
import type { Reader } from '../../page/reader.ts'

/** Calls one of the functions that see and act, in a frame's own world; they are brought there when they are missing. */
export async function callInPage<Result>(reader: Reader, name: string, ...args: unknown[]): Promise<Result> {
  try {
    return await reader.call<Result>(name, ...args)
  } catch (error) {
    if (!(error instanceof ReaderError) || !MISSING.test(error.message)) throw error
    await reader.evaluate(SCRIPT)
    return await reader.call<Result>(name, ...args)
  }
}

const MISSING = /is not a function/

const PARTS = [
  '../../page/in-page/colors.js',
  ...['refs', 'roles', 'names', 'appearance', 'facts', 'standing', 'entries', 'view'].map(
    (name) => `in-page/${name}.js`,
  ),
  ...['aim', 'fields', 'selection', 'motion', 'labels'].map((name) => `../stage/in-page/${name}.js`),
].map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))

const SCRIPT = `if (globalThis.winnow.view === undefined) {\n${PARTS.join('\n')}\n}`
