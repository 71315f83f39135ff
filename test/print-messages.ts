import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

/** Runs tests (default: test/api) and prints each error message that the service sent to them, sorted and once. */
function main(paths: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-messages-'))
  const file = join(folder, 'messages.txt')
  try {
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), ...paths], {
      env: { ...process.env, WINNOW_TEST_MESSAGES: file },
      // Only the list goes to the standard output.
      stdio: ['ignore', process.stderr, process.stderr],
    })
    console.log(messagesIn(readFileSync(file, 'utf8')).join('\n'))
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ids, times and ports differ from run to run. */
function messagesIn(text: string): string[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>')
        .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
        .replaceAll(/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:<port>'),
    )
  return [...new Set(lines)].sort()
}

const given = process.argv.slice(2)
process.exitCode = main(given.length > 0 ? given : ['test/api'])
