import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languageOfText } from './language-of-text.ts'

const CASES: [text: string, declared: string | undefined, language: string | undefined][] = [
  ['The bridge was built in 1874 and it is still there.', undefined, 'en'],
  ['Die Brücke wurde 1874 gebaut und sie ist noch da.', 'en', 'de'],
  ['Le pont a été construit en 1874 et il est encore là.', undefined, 'fr'],
  ['El puente fue construido en 1874 y sigue en su sitio.', 'es-MX', 'es'],
  ['Il ponte è stato costruito nel 1874 e non è crollato.', undefined, 'it'],
  ['A ponte foi construída em 1874 e não caiu até hoje.', undefined, 'pt'],
  ['De brug werd in 1874 gebouwd en hij staat er nog.', undefined, 'nl'],
  ['Bron byggdes 1874 och den är fortfarande kvar som den var.', undefined, 'sv'],
  ['Most został zbudowany w 1874 roku i nadal jest na swoim miejscu.', undefined, 'pl'],
  ['Мост построили в 1874 году.', 'en', 'ru'],
  ['Köprü 1874 yılında yapıldı ve hâlâ ayakta, ama çok eski bir köprü.', undefined, 'tr'],
  ['橋は1874年に建てられた。', undefined, 'ja'],
  ['这座桥建于1874年。', undefined, 'zh'],
  ['다리는 1874년에 지어졌다.', undefined, 'ko'],
  ['สะพานนี้สร้างขึ้น', undefined, 'th'],
  ['Nimbus X4 128 GB', 'de-AT', 'de'],
  ['Nimbus X4 128 GB', undefined, undefined],
  ['', 'xx', undefined],
]

it('recognises the language of a text, and uses the declared language when the text is not clear', () => {
  for (const [text, declared, language] of CASES) assert.equal(languageOfText(text, declared), language, text)
})
