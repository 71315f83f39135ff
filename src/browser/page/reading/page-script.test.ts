import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Script } from 'node:vm'
import { BRANDING, OVERLAYS, READING, PAGE_CONTROLLER } from './page-script.ts'

describe('the scripts for pages', () => {
  for (const [name, script] of Object.entries({ READING, OVERLAYS, BRANDING, STAGE: PAGE_CONTROLLER })) {
    it(`are one expression without modules: ${name}`, () => {
      assert.doesNotThrow(() => new Script(`const answer = ${script.source}`))
      assert.doesNotMatch(script.source, /^\s*(?:import|export)\b/m)
    })
  }

  it('have each file once, and before those that import it', () => {
    const order = [...PAGE_CONTROLLER.source.matchAll(/^modules\["(.+?)"\] \?\?=/gm)].map(([, file]) => file!)
    assert.equal(new Set(order).size, order.length)
    for (const [index, file] of order.entries()) {
      const code = PAGE_CONTROLLER.source
        .split(`modules[${JSON.stringify(file)}] ??=`)[1]!
        .split('\n})()')[0]!
      for (const [, imported] of code.matchAll(/^const .+ = modules\["(.+?)"\]$/gm)) {
        assert.ok(order.indexOf(imported!) < index, `${imported} comes after ${file}`)
      }
    }
  })
})
