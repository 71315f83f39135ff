import assert from 'node:assert/strict'
import { access, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createLog } from '../../../log.ts'
import { openRunFolder, removeStaleFolders } from './run-folder.ts'

const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, separate: false }

/** Linux allows 108 bytes for the path of a socket, the closing zero included; macOS allows 104. */
const LONGEST_SOCKET_BYTES = 103

for (const depth of ['', 'a-folder-with-a-rather-long-name/and-another-one-below-it']) {
  describe(`the temporary folder of a browser in ${depth === '' ? 'a short home' : 'a deep home'}`, () => {
    it('leaves room for the socket that Chromium opens in it', async () => {
      await using home = await makeHome(depth)
      await using folder = await openRunFolder(home.path, account)
      const socket = join(folder.temporary, 'org.chromium.Chromium.XXXXXX', 'SingletonSocket')
      assert.ok(Buffer.byteLength(socket) <= LONGEST_SOCKET_BYTES, socket)
      await access(folder.temporary)
    })

    it('is deleted with the browser', async () => {
      await using home = await makeHome(depth)
      const folder = await openRunFolder(home.path, account)
      await folder[Symbol.asyncDispose]()
      for (const gone of [folder.temporary, folder.path])
        await assert.rejects(access(gone), { code: 'ENOENT' })
    })
  })
}

it('deletes the temporary folder of a process that was killed', async () => {
  await using home = await makeHome('a-folder-with-a-rather-long-name/and-another-one-below-it')
  const folder = await openRunFolder(home.path, account)
  // The name holds this process's id; one that cannot exist stands for a process that is gone.
  await rename(folder.path, folder.path.replace(`-${process.pid}-`, '-4999999-'))
  await removeStaleFolders(home.path, createLog('silent', false))
  await assert.rejects(access(folder.temporary), { code: 'ENOENT' })
  assert.deepEqual(await readdir(join(home.path, 'browser')), ['font-cache'])
})

async function makeHome(depth: string) {
  const root = await mkdtemp(join(tmpdir(), 'w-'))
  return {
    path: join(root, depth),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
