import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEmails } from './email.ts'

const found = (text: string) => [...findEmails(text)].map(({ start, end }) => text.slice(start, end))

const CASES: [string, string[]][] = [
  ['Write to anna.schmidt+news@mail.example.co.uk.', ['anna.schmidt+news@mail.example.co.uk']],
  ['<a@b.io>, "c@d.org"; e_f@g.museum!', ['a@b.io', 'c@d.org', 'e_f@g.museum']],
  ['jürgen.müller@münchen.example', ['jürgen.müller@münchen.example']],
  ['用户@例子.公司', ['用户@例子.公司']],
  ["o'brien@example.ie", ["o'brien@example.ie"]],
  ['mailto:anna@example.org?subject=Hi', ['anna@example.org']],
  ['https://x.org/?to=anna%40example.org&x=1', ['anna%40example.org']],
  ['anna [at] example [dot] org', ['anna [at] example [dot] org']],
  ['anna(at)example.org', ['anna(at)example.org']],
  ['anna dot schmidt at example dot org', ['anna dot schmidt at example dot org']],
  ['anna&#64;example.org', ['anna&#64;example.org']],
  ['root@localhost and admin@[192.168.2.1]', ['root@localhost', 'admin@[192.168.2.1]']],
  ['[mail](mailto:a.b@example.org)', ['a.b@example.org']],
  ['| a@example.org | b@example.org |', ['a@example.org', 'b@example.org']],
  ['a@example.org,b@example.org', ['a@example.org', 'b@example.org']],
  ['Meet at noon. Look at this dot there.', []],
  ['@handle and user@ and @ 5 pm, package@1.2.3', []],
  ['meet me (at) home', []],
  ['Email show@no-priors.com.Sarah Guo is', ['show@no-priors.com']],
  ['Anna@Mail.Example.Org and a@mail.Example.org', ['Anna@Mail.Example.Org', 'a@mail.Example.org']],
]

for (const [text, expected] of CASES) {
  test(`finds the e-mail addresses in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), expected))
}
