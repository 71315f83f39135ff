import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBirths } from './birth.ts'
import { findCuedNames } from './person.ts'

const found = (text: string) =>
  [findCuedNames, findBirths].flatMap((find) => [
    ...new Set([...find(text)].map(({ start, end }) => text.slice(start, end))),
  ])

const CASES: [string, string[]][] = [
  ['Mr. Pálffy is here', ['Pálffy']],
  ['Prof. Dr. Ingrid van der Meer lectures', ['Ingrid van der Meer']],
  ['Frau Schmidt und Herr Maier', ['Schmidt', 'Maier']],
  ['Mme Lefèvre', ['Lefèvre']],
  ['Mr. President, the floor is yours', []],
  ['Name: Anna Schmidt', ['Anna Schmidt']],
  ['Geschäftsführerin: Katharina Engelhardt', ['Katharina Engelhardt']],
  ['| Name | Anna Schmidt |', ['Anna Schmidt']],
  ['Name: Acme Services Inc', []],
  ['My name is Rubija', ['Rubija']],
  ['Je m’appelle Hélène', ['Hélène']],
  ['Hi Anna,\nthank you', ['Anna']],
  ['Liebe Sabine, ', ['Sabine']],
  ['Hello World! Dear Customer, Hi There,', []],
  ['Best regards,\nGraham Pettifer\n', ['Graham Pettifer']],
  ['Mit freundlichen Grüßen\n\nSabine Krüger', ['Sabine Krüger']],
  ['Anna Schmidt <anna@example.org>', ['Anna Schmidt']],
  ['By Danielle Okafor\nUpdated', ['Danielle Okafor']],
  ['By Default\nthe Settings', []],
  ['I am Spanish. This is London.', []],
  ['Date of birth: 1/14/1961', ['1/14/1961']],
  ['geboren am 3. März 1975 in Köln', ['3. März 1975']],
  ['née le 12/05/1980', ['12/05/1980']],
  ['She was born on July 30, 1964.', ['July 30, 1964']],
  ['The company was founded on 1/14/1961', []],
  ['a 79 year old female', ['79']],
  ['He just turned 46', ['46']],
  ['retired at the age of 61', ['61']],
  ["and i'm 31 y/o.", ['31']],
  ['ein 45-jähriger Mann', ['45']],
  ['turned 180 degrees at page 46', []],
  ['Juan Pérez, 45 años, vive aquí', ['45']],
  ['una mujer de 45 años.', ['45']],
  ['il a 45 ans, il y a 30 ans.', ['45']],
  ['Maria ha 33 anni.', ['33']],
  ['degli ultimi 5 anni, almeno 5 anni.', []],
  ['lo ha hecho por más de 76 años. Un plan de 5 años.', []],
  ['services to adults, from age 18 and older.', []],
  ['You must be over the age of 18.', []],
]

for (const [text, expected] of CASES) {
  test(`finds who is named in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), expected))
}
