import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findUnprivileged } from './spawn-guarded.ts'

describe('findUnprivileged', () => {
  const root = 'root:x:0:0:root:/root:/bin/sh'
  const cases = [
    { passwd: [root, 'nobody:x:65534:65534:nobody:/:/bin/false'], found: { uid: 65_534, gid: 65_534 } },
    { passwd: [root, 'nobody:x:99:99:Nobody:/:/sbin/nologin', ''], found: { uid: 99, gid: 99 } },
    { passwd: [root, 'nfsnobody:x:65534:65533::/:/bin/false'], found: { uid: 65_534, gid: 65_533 } },
    { passwd: ['nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false'], found: undefined },
    { passwd: ['nobody:x:0:0::/:/bin/sh'], found: undefined },
    { passwd: [root, '# comment', '+::::::'], found: undefined },
    { passwd: [''], found: undefined },
  ]
  for (const { passwd, found } of cases) {
    it(`finds ${JSON.stringify(found)} in ${JSON.stringify(passwd)}`, () =>
      assert.deepEqual(findUnprivileged(passwd.join('\n')), found))
  }
})
