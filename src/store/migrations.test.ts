import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readMigrations, toMigration } from './migrations.ts'

describe('readMigrations', () => {
  const cases = [
    { files: [], versions: [] },
    { files: ['000002.sql', '000001.sql', 'notes.md'], versions: [1, 2] },
    { files: ['000001.sql', '000003.sql'], refusal: /000003\.sql stands where 000002\.sql should/ },
    { files: ['000000.sql'], refusal: /000000\.sql stands where 000001\.sql should/ },
    { files: ['1.sql'], refusal: /1\.sql stands where 000001\.sql should/ },
  ]
  for (const { files, versions, refusal } of cases) {
    it(`${refusal ? 'refuses' : 'reads'} ${files.join(', ') || 'an empty folder'}`, (test) => {
      const folder = mkdtempSync(join(tmpdir(), 'winnow-'))
      test.after(() => rmSync(folder, { recursive: true }))
      for (const name of files) writeFileSync(join(folder, name), `-- ${name}`)
      if (refusal) assert.throws(() => readMigrations(folder), refusal)
      else
        assert.deepEqual(
          readMigrations(folder).map(({ version }) => version),
          versions,
        )
    })
  }

  it('finds the migrations of this program', () => assert.ok(readMigrations().length > 0))
})

describe('toMigration', () => {
  it('takes texts that differ in their line ends for the same', () =>
    assert.deepEqual(toMigration(1, 'select 1;\r\nselect 2;\r\n'), toMigration(1, 'select 1;\nselect 2;\n')))
  it('tells different texts apart', () =>
    assert.notEqual(toMigration(1, 'select 1;').sha256, toMigration(1, 'select 2;').sha256))
})
