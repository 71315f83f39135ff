import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readMigrations, toMigration } from './migrate.ts'

describe('readMigrations', () => {
  const cases = [
    { files: ['b.sql', 'a.sql'], steps: [{ version: 28, sql: '-- b.sql\n-- a.sql' }] },
    {
      files: ['b.sql', 'a.sql', '000030.sql', '000029.sql', 'notes.md'],
      steps: [
        { version: 28, sql: '-- b.sql\n-- a.sql' },
        { version: 29, sql: '-- 000029.sql' },
        { version: 30, sql: '-- 000030.sql' },
      ],
    },
    { files: ['b.sql', 'a.sql', '000030.sql'], refusal: /000030\.sql where 000029\.sql is expected/ },
    { files: ['b.sql', 'a.sql', '29.sql'], refusal: /29\.sql where 000029\.sql is expected/ },
    { files: ['b.sql', 'a.sql', 'c.sql'], refusal: /c\.sql where 000029\.sql is expected/ },
    { files: ['b.sql'], refusal: /ENOENT.*a\.sql/ },
  ]
  for (const { files, steps, refusal } of cases) {
    it(`${refusal ? 'rejects' : 'reads'} ${files.join(', ')}`, (test) => {
      const folder = mkdtempSync(join(tmpdir(), 'winnow-'))
      test.after(() => rmSync(folder, { recursive: true }))
      for (const name of files) writeFileSync(join(folder, name), `-- ${name}`)
      const read = () => readMigrations(folder, ['b.sql', 'a.sql'])
      if (refusal) assert.throws(read, refusal)
      else
        assert.deepEqual(
          read().map(({ version, sql }) => ({ version, sql })),
          steps,
        )
    })
  }

  it('finds the migrations of this program', () => assert.ok(readMigrations().length > 0))

  it('defines each function and each table of a new database once', () => {
    const made = readMigrations()[0]!.sql.matchAll(/^create (?:unlogged )?(function|table) (\w+)/gm)
    const names = Array.from(made, ([, kind, name]) => `${kind} ${name}`)
    assert.ok(names.length > 100)
    assert.deepEqual(names, [...new Set(names)])
  })
})

describe('toMigration', () => {
  it('ignores different line endings', () =>
    assert.deepEqual(toMigration(1, 'select 1;\r\nselect 2;\r\n'), toMigration(1, 'select 1;\nselect 2;\n')))
  it('gives different texts different hashes', () =>
    assert.notEqual(toMigration(1, 'select 1;').sha256, toMigration(1, 'select 2;').sha256))
})
