import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Script, createContext, runInContext } from 'node:vm'
import { overlayRemover } from './ads.ts'

describe('overlayRemover', () => {
  it('is one expression', () => {
    assert.doesNotThrow(() => new Script(`const gone = ${overlayRemover(['.ad'])}`))
  })

  it('carries selectors as data, whatever is in them', () => {
    const selectors = ['a[b="</script>"]', '`${x}`', "'\\", '\u2028', '"])})();evil()//']
    const expression = overlayRemover(selectors)
    assert.doesNotThrow(() => new Script(expression))
    const carried = /return removeOverlays\((\[.*\])\)/s.exec(expression)?.[1]
    assert.deepEqual(JSON.parse(carried ?? ''), selectors)
  })

  it('gives 0 and does not throw where there is no page to work on', () => {
    assert.equal(runInContext(overlayRemover(['.ad']), createContext({})), 0)
  })

  it('leaves no names behind', () => {
    const scope = createContext({})
    runInContext(overlayRemover([]), scope)
    assert.deepEqual(Object.keys(scope), [])
  })
})
