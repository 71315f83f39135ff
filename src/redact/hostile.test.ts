import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RedactPii } from '../contract/redact-pii.ts'
import { createRedactor } from './redact.ts'

const OPTIONS: RedactPii = {
  mode: 'accurate',
  entities: ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'],
  replaceStyle: 'tag',
}

/** Inputs that slow searches down: long runs of the beginning of some pattern. */
const UNITS = [
  '1',
  '1 ',
  '12 ',
  '12/34/',
  '1-2-3-4 ',
  '+',
  '{',
  'a ',
  'AB12 ',
  'a@',
  '123-',
  '12.12345 ',
  '@',
  'a@a.',
  'A',
  'Abc ',
  'a.a.a.',
  ' ',
  '\n',
  ':',
  'ab:',
  '(',
  '-',
  '%40',
  ' (at) ',
  'Mr. ',
  'Name: ',
  'Best regards,\n',
  'rue de la ',
  '12 Main Street, ',
  'born ',
  'password ',
  'api_key_',
  '```\n',
  '-----BEGIN PRIVATE KEY-----',
  'eyJ',
  'GB00 ',
  'https://',
  '](/(',
  'tel:1',
  'JEN ',
  'Usamov, ',
  'Anna <a@',
  '0x',
  '> ',
  'é',
  '😀',
  '人',
]
const SIZE = 24_000
/** A new redactor each time, because it caches the texts it has searched. */
const redactor = () => createRedactor(OPTIONS)

/** The minimum processor time of several runs, because other work only ever adds to it. */
function millisecondsOf(work: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = process.threadCpuUsage()
    work()
    return process.threadCpuUsage(start).user / 1000
  })
  return Math.min(...times)
}

const RUNS = 4

for (const unit of UNITS) {
  test(`takes time in proportion to the length of many ${JSON.stringify(unit)}`, () => {
    const short = unit.repeat(SIZE / 4 / unit.length)
    const long = unit.repeat(SIZE / unit.length)
    const once = millisecondsOf(() => redactor().text(short))
    const four = millisecondsOf(() => redactor().text(long))
    assert.ok(four < 10 * once + 60, `${once} ms for a quarter, ${four} ms for all`)
  })
}

test('parses markup with many tags in proportion to its length', () => {
  const row = '<tr><td title="a@example.org">a@example.org</td></tr>'
  const once = millisecondsOf(() => redactor().markup(row.repeat(100)))
  const four = millisecondsOf(() => redactor().markup(row.repeat(400)))
  assert.ok(four < 10 * once + 60, `${once} ms for a quarter, ${four} ms for all`)
})
