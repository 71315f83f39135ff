import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chartRows } from './markup.ts'

const chart = { title: '', kind: '' }

it('a chart is a table with a column for each series', () => {
  const series = [
    { name: 'Sum', values: ['1', ''] },
    { name: '', values: ['2', '3'] },
  ]
  assert.deepEqual(chartRows({ ...chart, categories: ['a', 'b'], series }), [
    ['', 'Sum', 'Series 2'],
    ['a', '1', '2'],
    ['b', '', '3'],
  ])
})

it('a chart numbers its points when they have no names', () => {
  const series = [{ name: 'Sum', values: ['1', '2'] }]
  assert.deepEqual(
    chartRows({ ...chart, categories: [], series }).map(([first]) => first),
    ['', '1', '2'],
  )
})

it('a chart without points has no table', () => {
  assert.deepEqual(chartRows({ ...chart, categories: [], series: [] }), [])
})

it('a chart that is almost empty is truncated', () => {
  const values = [...Array.from({ length: 4999 }, () => ''), '1']
  const series = Array.from({ length: 256 }, () => ({ name: 'x', values }))
  assert.ok(chartRows({ ...chart, categories: [], series }).length < 100)
})
