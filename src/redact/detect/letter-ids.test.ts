import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findIbans, findWallets } from './accounts.ts'
import { findLabelled } from './places.ts'
import { findLetterIds } from './letter-ids.ts'

const found = (text: string) =>
  [findIbans, findLetterIds, findWallets, findLabelled].flatMap((find) =>
    [...find(text)].map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`),
  )

const CASES: [string, string[]][] = [
  ['DE89370400440532013000', ['iban DE89370400440532013000']],
  ['gb29nwbk60161331926819', ['iban gb29nwbk60161331926819']],
  ['FR14 2004 1010 0505 0001 3M02 606', ['iban FR14 2004 1010 0505 0001 3M02 606']],
  ['NL91 ABNA 0417 1643 00.', ['iban NL91 ABNA 0417 1643 00']],
  ['IBAN: DE89370400440532013001', ['iban DE89370400440532013001']],
  ['DE89370400440532013001', []],
  ['XX89370400440532013000', []],
  ['AB123456C and QQ 12 34 56 C', ['nino AB123456C']],
  ['DNI 12345678Z, not 12345678A', ['dni 12345678Z']],
  ['X1234567L', ['nie X1234567L']],
  ['RSSMRA85T10A562S', ['codice-fiscale RSSMRA85T10A562S']],
  ['131052-308T', ['hetu 131052-308T']],
  ['S1234567D but not S1234567A', ['nric S1234567D']],
  ['ABCPE1234F', ['pan ABCPE1234F']],
  ['11010519491231002X', ['cn-id 11010519491231002X']],
  ['BIC COBADEFFXXX', ['bic COBADEFFXXX']],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', ['wallet 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2']],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', []],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['wallet bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq']],
  ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e', ['wallet 0x742d35Cc6634C0532925a3b844Bc454e4438f44e']],
  ["my driver's license number is F162823540116", ['driver-licence F162823540116']],
  ['Passport No. C01X00T47', ['passport C01X00T47']],
  ['Reisepassnummer: C01X00T47', ['passport C01X00T47']],
  ['Your passport is required for travel', []],
  ['my zip code is 35350', ['postcode 35350']],
  ['ZIP: B0J 2H0', ['postcode B0J 2H0']],
]

for (const [text, expected] of CASES) {
  test(`finds ids, accounts and wallets in ${JSON.stringify(text)}`, () =>
    assert.deepEqual(found(text), expected))
}
