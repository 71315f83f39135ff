import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPii } from '../find.ts'
import { findListedNames } from './find-names.ts'

const found = (text: string, isAggressive = false) =>
  findPii(text, { mode: isAggressive ? 'aggressive' : 'accurate', entities: ['PERSON', 'LOCATION'] }).map(
    ({ start, end }) => text.slice(start, end),
  )

const CASES: [string, string[]][] = [
  ['Yesterday Miriam Oduya met Jean-Luc Moreau in Leeds.', ['Miriam Oduya', 'Jean-Luc Moreau']],
  ["Priya Raghunathan's flight was late. Raghunathan waited.", ['Priya Raghunathan', 'Raghunathan']],
  ['„Das war knapp“, sagte Torwart Matthias Brandl nach dem Spiel in München.', ['Matthias Brandl']],
  ['Selon Hélène Vasseur, directrice de l’association, la situation reste grave.', ['Hélène Vasseur']],
  ['La alcaldesa Carmen Ibáñez visitó Sevilla el lunes.', ['Carmen Ibáñez']],
  ['I want to add Laila Hansen as a beneficiary', ['Laila Hansen']],
  ['follow up with patricia desrosiers in a couple of months.', ['patricia desrosiers']],
  ['the true gender of frederikke has been under debate.', ['frederikke']],
  ['Terms of Service\n\nPrivacy Policy\n\nOur Products\n\nGetting Started', []],
  ['Samsung Galaxy S24 Ultra with Google Play and Microsoft Office', []],
  ['The Siemens plant in Berlin opens on Monday, 3 March.', []],
  ['Unsere Öffnungszeiten: Montag bis Freitag. Versand mit DHL.', []],
  ['Black Friday Sale on Laptops and Tablets', []],
  ['The Treaty of Versailles ended the First World War.', []],
]

for (const [text, expected] of CASES) {
  test(`finds names in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), expected))
}

/** Turns a sentence into a page. There a single word needs more evidence to be a name than in a message. */
const REST = `

${'The rest of the page goes on about something else for a while, as most pages do. '.repeat(3)}`

const ON_PAGES: [string, string[]][] = [
  ['Wearables of Fitbit, Garmin and Xiaomi are sold at Hertz. Figma was tested.', []],
  ['Mesmo assim, Desde ontem. Póki co, Rosji nie ma.', []],
  ['Andrej Babiš: Babiša nie ma.', ['Andrej Babiš', 'Babiša']],
  ['My name is Rubija. Please ask Rubija about it.', ['Rubija', 'Rubija']],
  ['The founders are Usamov, Becker and Johnson.', ['Usamov', 'Becker', 'Johnson']],
  [
    'She came with her son Tadzio. “No,” says Hartvigsson. Timotea lives here.',
    ['Tadzio', 'Hartvigsson', 'Timotea'],
  ],
  ['Cyber is big. In the field of cyber much is new.', []],
  ['Así lo dijo González, y lo repitió Elena González.', ['González', 'Elena González']],
  ['Le livre d’Edouard Philippe est sorti.', ['d’Edouard Philippe']],
  ['Oggi nella loro casa, nella popolazione di orso bruno marsicano.', []],
  ['MUGS LAILA MURPHY UTILITY CUP', ['LAILA MURPHY']],
  ['ORSO MARSICANO\n\nOggi un orso marsicano è nato.', []],
]

for (const [text, expected] of ON_PAGES) {
  test(`finds names on a page with ${JSON.stringify(text)}`, () =>
    assert.deepEqual(found(text + REST), expected))
}

test('needs less evidence for names in a message', () => {
  assert.deepEqual(found('Shovda is very reliable.'), ['Shovda'])
  assert.deepEqual(found(`Shovda is very reliable.${REST}`), [])
})

test('finds lone places only in aggressive mode', () => {
  const text = 'She moved here from Estonia last year.'
  assert.deepEqual(found(text), [])
  assert.deepEqual(found(text, true), ['Estonia'])
})

test('finds names with the lists alone', () => {
  const text = 'Anna Schmidt and the Privacy Policy of Apple Computer.'
  const names = [...findListedNames(text)].map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(names, ['Anna Schmidt'])
})
