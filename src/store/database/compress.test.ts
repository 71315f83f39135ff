import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCompressor, decompress } from './compress.ts'

it('compresses several values at once, each separately', async () => {
  const pack = createCompressor()
  const all = [0, 1, 20_000, 200_000, 300_000, 2_000_000].map((length) =>
    Buffer.from(Array.from({ length }, (_, place) => (place * place) % 251)),
  )
  const packed = await Promise.all([...all, ...all].map(pack))
  for (const [place, bytes] of packed.entries()) {
    assert.ok((await decompress(bytes)).equals(all[place % all.length]!), `number ${place}`)
  }
  assert.ok(packed[2]!.length < 5_000)
})
