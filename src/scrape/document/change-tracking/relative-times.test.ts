import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onlyTimePassed } from './relative-times.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const PASSED: [previous: string, current: string, elapsedMs: number][] = [
  ['Posted 3 minutes ago', 'Posted 4 minutes ago', MINUTE],
  ['Posted 3 minutes ago by Ann', 'Posted 1 hour ago by Ann', HOUR],
  ['5m ago', '6m ago', MINUTE],
  ['10 min. ago, 2 hr. ago', '11 min. ago, 2 hr. ago', MINUTE],
  ['Vor 3 Minuten', 'Vor 2 Stunden', 2 * HOUR],
  ['il y a 20 heures', 'il y a 2 jours', DAY],
  ['hace 1 día', 'hace 3 días', 2 * DAY],
  ['5 минут назад', '21 минуту назад', 16 * MINUTE],
  ['3 dni temu', '5 dni temu', 2 * DAY],
  ['发布于3分钟前更新', '发布于1小时前更新', HOUR],
  ['3 分前に更新', '5分前に更新', 2 * MINUTE],
  ['5분 전에', '7분 전에', 2 * MINUTE],
  ['قبل 5 دقائق', 'قبل 8 دقائق', 3 * MINUTE],
  ['11 months ago', '1 year ago', 40 * DAY],
]

const CHANGED: [what: string, previous: string, current: string, elapsedMs: number][] = [
  ['went backwards', 'Updated 3 days ago', 'Updated 1 minute ago', HOUR],
  ['went ahead of time', 'Updated 3 minutes ago', 'Updated 3 days ago', HOUR],
  ['stand beside another change', '3 minutes ago by Ann', '4 minutes ago by Bob', MINUTE],
  ['are more', '3 minutes ago', '3 minutes ago 4 minutes ago', MINUTE],
  ['are a plain number', '3 apples', '4 apples', MINUTE],
  ['are a duration', 'takes 3 minutes', 'takes 4 minutes', MINUTE],
  ['lie ahead', 'in 3 minutes', 'in 2 minutes', MINUTE],
  ['are part of a number', '1.3 minutes ago', '1.4 minutes ago', MINUTE],
  ['are part of a word', 'x3 minutes ago', 'x4 minutes ago', MINUTE],
  ['go on as a word', '3 minutes agony', '4 minutes agony', MINUTE],
  ['are a difference', '-5 min', '-6 min', MINUTE],
]

describe('relative times', () => {
  for (const [previous, current, elapsedMs] of PASSED) {
    it(`only aged from “${previous}” to “${current}”`, () =>
      assert.ok(onlyTimePassed(previous, current, elapsedMs)))
  }
  for (const [what, previous, current, elapsedMs] of CHANGED) {
    it(`are a change when they ${what}`, () => assert.ok(!onlyTimePassed(previous, current, elapsedMs)))
  }
})
