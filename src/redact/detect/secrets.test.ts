import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNetworkAddresses, findSecrets } from './secrets.ts'

const found = (text: string) =>
  [findSecrets, findNetworkAddresses].flatMap((find) =>
    [...find(text)].map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`),
  )

const TOKEN = 'a1B2c3D4e5F6g7H8i9J0'
const CASES: [string, string[]][] = [
  [`sk-proj-${TOKEN}`, [`api-key sk-proj-${TOKEN}`]],
  [`fc-${'0a1b2c3d'.repeat(4)}`, [`api-key fc-${'0a1b2c3d'.repeat(4)}`]],
  [`ghp_${TOKEN}${TOKEN.slice(0, 16)}`, [`token ghp_${TOKEN}${TOKEN.slice(0, 16)}`]],
  [`xoxb-123456789012-${TOKEN}`, [`token xoxb-123456789012-${TOKEN}`]],
  ['AKIAIOSFODNN7EXAMPLE', ['aws-key AKIAIOSFODNN7EXAMPLE']],
  [`AIza${'Sy0a1b2C3'.repeat(4).slice(0, 35)}`, [`google-key AIza${'Sy0a1b2C3'.repeat(4).slice(0, 35)}`]],
  [
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'],
  ],
  [`Authorization: Bearer ${TOKEN}`, [`bearer ${TOKEN}`]],
  ['password: hunter2!', ['password hunter2!']],
  ['Passwort = Geheim123', ['password Geheim123']],
  ['Password: required', []],
  ['Your password is important to us', []],
  [`api_key=${TOKEN}`, [`api-key ${TOKEN}`]],
  [`"clientSecret": "${TOKEN}"`, [`api-key ${TOKEN}`]],
  ['token: internationalization', []],
  ['postgres://user:s3cret@db.example/x', ['credentials user:s3cret']],
  ['PIN: 1234', ['pin 1234']],
  ['sk-learn-is-a-python-library-for-all', []],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
    ['private-key -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'],
  ],
  ['from 48.90.248.226.', ['ip 48.90.248.226']],
  ['=|106.31.73.20|', ['ip 106.31.73.20']],
  ['127.0.0.1, 0.0.0.0 and 255.255.255.0', []],
  ['version 1.2.3.4 and v10.2.3.4', []],
  ['999.1.1.1 and 1.2.3.4.5', []],
  ['2001:db8:85a3::8a2e:370:7334', ['ip 2001:db8:85a3::8a2e:370:7334']],
  ['fe80::1ff:fe23:4567:890a%eth0', ['ip fe80::1ff:fe23:4567:890a']],
  ['at 12:30:45 and std::vector::size', []],
  ['00:1B:44:11:3A:B7 and 00-1b-44-11-3a-b7', ['mac 00:1B:44:11:3A:B7', 'mac 00-1b-44-11-3a-b7']],
]

for (const [text, expected] of CASES) {
  test(`finds secrets in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), expected))
}
