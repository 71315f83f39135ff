import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseAllowedTargets } from './address.ts'

describe('parseAllowedTargets', () => {
  const readable: [string, string[], string[]][] = [
    ['', [], []],
    [' , ,', [], []],
    ['127.0.0.1', [], ['127.0.0.1/32']],
    ['::1', [], ['::1/128']],
    ['[fd00::1]', [], ['fd00::1/128']],
    ['10.0.0.0/8,192.168.0.0/16', [], ['10.0.0.0/8', '192.168.0.0/16']],
    ['::ffff:10.0.0.0/104', [], ['10.0.0.0/8']],
    ['0.0.0.0/0', [], ['0.0.0.0/0']],
    ['intranet.example,wiki', ['intranet.example', 'wiki'], []],
    ['INTRANET.example.', ['intranet.example'], []],
    ['münchen.example', ['xn--mnchen-3ya.example'], []],
  ]
  for (const [list, names, ranges] of readable) {
    it(`reads ${JSON.stringify(list)}`, () => {
      const targets = parseAllowedTargets(list)
      assert.deepEqual([...targets.names], names)
      assert.deepEqual(
        targets.ranges.map(([address, length]) => `${address}/${length}`),
        ranges,
      )
    })
  }

  const unreadable = words(`
    10.0.0.0/33 ::/129 10.0.0.0/ 10.0.0.0/8/8 10/8 10.0.0.0/-1 10.0.0.0/a fd00::/ 127.1 0x7f000001
    010.0.0.1 300.1.1.1 http://intranet.example intranet.example:8080 intranet.example/path
    *.example.com a..b -a.example user@host ::ffff:0.0.0.0/95 [::1
  `)
  for (const entry of unreadable) {
    it(`names the invalid entry: ${entry}`, () => {
      assert.throws(
        () => parseAllowedTargets(`10.0.0.0/8,${entry}`),
        (error: Error) => error.message.startsWith(`"${entry}" is not a host name`),
      )
    })
  }
})

function words(table: string): string[] {
  return table.trim().split(/\s+/)
}
