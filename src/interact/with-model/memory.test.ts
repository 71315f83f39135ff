import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemory } from './memory.ts'

const round = (at: number) => ({ full: `Step ${at}: ${'word '.repeat(100)}`, line: `${at}. clicked` })

describe('memory', () => {
  it('appends steps, so that earlier text stays the same', () => {
    const memory = createMemory()
    memory.addRound(round(1))
    const first = memory.history(10_000)
    memory.addRound(round(2))
    assert.deepEqual(memory.history(10_000).slice(0, 1), first)
    assert.equal(memory.history(10_000).length, 2)
  })

  it('shortens the oldest steps to one line each and keeps these lines', () => {
    const memory = createMemory()
    for (let at = 1; at <= 20; at++) memory.addRound(round(at))
    const shown = memory.history(1000)
    assert.match(shown[0]!, /^Earlier steps, one line each:\n1\. clicked\n2\. clicked/)
    assert.match(shown.at(-1)!, /^Step 20/)
    assert.ok(shown.length < 8, `${shown.length}`)
    memory.addRound(round(21))
    assert.deepEqual(memory.history(1000).slice(0, -1), shown, 'it is not shortened again with every step')
  })

  it('keeps the newest lines when all of them are too long', () => {
    const memory = createMemory()
    for (let at = 1; at <= 2000; at++) memory.addRound(round(at))
    const [lines = ''] = memory.history(1000)
    assert.match(lines, /^Earlier steps, one line each \(\d+ older ones are not shown\):\n/)
    assert.ok(lines.length < 4000)
  })

  it('includes the plan, notes and results', () => {
    const memory = createMemory()
    memory.learn({ plan: 'first this', note: 'the menu is hidden', collect: ['Oslo', 'Rome'] })
    memory.learn({ plan: undefined, note: undefined, collect: ['Rome', 'Bern'] })
    assert.deepEqual(memory.results, ['Oslo', 'Rome', 'Bern'])
    assert.equal(
      memory.notes(1000),
      'Plan: first this\nNotes:\n- the menu is hidden\nCollected results (3):\n- Oslo\n- Rome\n- Bern',
    )
    memory.learn({ plan: 'now that', note: undefined, collect: [] })
    assert.match(memory.notes(1000), /^Plan: now that\n/)
  })

  it('never loses a result, even if there is no room to show it', () => {
    const memory = createMemory()
    const all = Array.from({ length: 500 }, (_, at) => `Result number ${at}`)
    memory.learn({ plan: undefined, note: undefined, collect: all })
    assert.equal(memory.results.length, 500)
    assert.match(memory.notes(200), /^Collected results \(500, the newest shown\):\n[^]*Result number 499$/)
  })
})
