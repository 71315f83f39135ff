import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from './fault.ts'
import { fullDisk, isFullDisk } from './full-disk.ts'

describe('isFullDisk', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT'])
    it(`knows ${code}`, () => assert.ok(isFullDisk(Object.assign(new Error('no room'), { code }))))
  it('knows what it was made into', () => assert.ok(isFullDisk(fullDisk(new Error('no room')))))
  for (const other of [new Error('no room'), new Fault('UNAVAILABLE', 'away'), undefined, 'ENOSPC'])
    it(`does not mean ${String(other)}`, () => assert.ok(!isFullDisk(other)))
})
