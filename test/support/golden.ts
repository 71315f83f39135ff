import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../flows/golden')

/**
 * Compares a text with the expected text in a file. `UPDATE_GOLDEN=1` overwrites the file; check the diff.
 */
export function assertGolden(name: string, text: string): void {
  const file = join(FOLDER, name)
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  assert.ok(existsSync(file), `There is no ${file}. Run the test with UPDATE_GOLDEN=1 to write it.`)
  assert.equal(text, readFileSync(file, 'utf8'), `${file} says otherwise. UPDATE_GOLDEN=1 writes it anew.`)
}
