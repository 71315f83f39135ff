import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNumbers } from './numbers.ts'

const found = (text: string, isAggressive = false) =>
  [...findNumbers(text, isAggressive)].map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)

const CASES: Record<string, [string, string[]][]> = {
  cards: [
    ['4111111111111111', ['card 4111111111111111']],
    ['5555 5555 5555 4444', ['card 5555 5555 5555 4444']],
    ['3782 822463 10005', ['card 3782 822463 10005']],
    ['6011-1111-1111-1117', ['card 6011-1111-1111-1117']],
    ['3530111333300000', ['card 3530111333300000']],
    ['my card 4222222222222 is lost', ['card 4222222222222']],
    ['card no 675984103431', ['card 675984103431']],
    ['credit card number: 4111 1111 1111 1112', ['card 4111 1111 1111 1112']],
    ['Order 4111111111111112 shipped', []],
    ['EAN 4222222222222', []],
    ['0000000000000000', []],
  ],
  phones: [
    ['+49 30 1234567', ['phone +49 30 1234567']],
    ['+46 (0)8 928 571 38', ['phone +46 (0)8 928 571 38']],
    ['001-518-640-0854', ['phone 001-518-640-0854']],
    ['(202) 555-0143', ['phone (202) 555-0143']],
    ['(898)666-3621x0135', ['phone (898)666-3621x0135']],
    ['202.555.0143 ext. 12', ['phone 202.555.0143 ext. 12']],
    ['01.84.17.61.18', ['phone 01.84.17.61.18']],
    ['030/1234567', ['phone 030/1234567']],
    ['0171 1234567', ['phone 0171 1234567']],
    ['020 7946 0958', ['phone 020 7946 0958']],
    ['Tel.: 78 651 450', ['phone 78 651 450']],
    ['Phone:\n60-56-85-91', ['phone 60-56-85-91']],
    ['416 60 039 office', ['phone 416 60 039']],
    ["They're not answering at 99 668472", ['phone 99 668472']],
    ['Téléphone : 04 72 00 00 00', ['phone 04 72 00 00 00']],
    ['Tel. 030 1234567 / 030 7654321', ['phone 030 1234567', 'phone 030 7654321']],
    ['2024-01-15 and 15.01.2024 and 1/15/2024', []],
    ['from 1999-2005', []],
    ['ISBN 978-3-16-148410-0 and 9783161484100', []],
    ['$1 234 567 and 12 345 678 EUR', []],
    ['1 000 000 downloads', []],
    ['Order number 202-555-0143', []],
    ['Invoice #123-456-7890', []],
    ['version 10.15.7.1234', []],
    ['192.168.100.200', []],
    ['Population 723 813 266', []],
    ['2019 2020 2021 2022', []],
    ['abc1234567890', []],
    ['Inquiry\n02-751-1500', ['phone 02-751-1500']],
    ['03-1234-5678', ['phone 03-1234-5678']],
    ['My number is 78 651 450', ['phone 78 651 450']],
    ['Number: 78 651 450', ['phone 78 651 450']],
    ['Item number 595247', []],
    ['Registered in England, company number 03997482', []],
  ],
  'national ids': [
    ['460-89-9847', ['ssn 460-89-9847']],
    ['SSN: 460899847', ['ssn 460899847']],
    ['000-12-3456 and 666-12-3456', []],
    ['529.982.247-25', ['cpf 529.982.247-25']],
    ['529.982.247-26', []],
    ['11.222.333/0001-81', ['cnpj 11.222.333/0001-81']],
    ['2 55 08 14 168 025 38', ['nir 2 55 08 14 168 025 38']],
    ['Steuer-ID 86095742719', ['steuer-id 86095742719']],
    ['PESEL 44051401359', ['pesel 44051401359']],
    ['PESEL 44051401358', []],
    ['BSN 111222333', ['bsn 111222333']],
    ['811218-9876', ['personnummer 811218-9876']],
    ['CPR 070761-4285', ['cpr 070761-4285']],
    ['2341 2341 2346', ['aadhaar 2341 2341 2346']],
    ['756.9217.0769.85', ['ahv 756.9217.0769.85']],
    ['85.07.30-033.28', ['nrn 85.07.30-033.28']],
    ['SIN 046 454 286', ['sin 046 454 286']],
    ['NHS number 943 476 5919', ['nhs 943 476 5919']],
    ['900101-1234567', ['rrn 900101-1234567']],
  ],
  accounts: [
    ['routing number 021000021', ['routing 021000021']],
    ['account number: 123456789012', ['bank-account 123456789012']],
    ['Kontonummer 0532013000', ['bank-account 0532013000']],
    ['sort code 12-34-56', ['sort-code 12-34-56']],
  ],
}

for (const [name, cases] of Object.entries(CASES)) {
  for (const [text, expected] of cases) {
    test(`finds ${name} in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), expected))
  }
}

test('accepts more spellings of phone numbers in aggressive mode', () => {
  assert.deepEqual(found('reach 78 651 450'), ['phone 78 651 450'])
  assert.deepEqual(found('only 78 651 450 here'), [])
  assert.deepEqual(found('only 78 651 450 here', true), ['phone 78 651 450'])
})

test('tests few patterns per group of digits, even in a long run of groups', (t) => {
  const groups = 500
  const exec = t.mock.method(RegExp.prototype, 'exec')
  const spans = [...findNumbers('12 '.repeat(groups), false)]
  const asked = exec.mock.callCount()
  assert.deepEqual(spans, [])
  assert.ok(asked < 40 * groups, `${asked / groups} patterns per group`)
})
