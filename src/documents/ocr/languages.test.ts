import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageOfScript, languageOfText } from './languages.ts'

const TEXTS: [language: string | undefined, text: string][] = [
  ['eng', 'The end of the road is in the town that was built for those who were with them.'],
  ['deu', 'Die Regierung hat den Plan von der Stadt, und das ist nicht mit dem Land zu machen.'],
  ['fra', 'Les villes et le pays sont dans une crise que les gens ne voient pas avec nous.'],
  ['spa', 'El gobierno de los pueblos dice que las casas del valle son para los que viven con ellos.'],
  ['ita', 'Il governo della regione dice che gli aiuti sono per il popolo e anche per le scuole.'],
  ['por', 'Os planos do governo para as escolas da cidade foram uma surpresa para os pais.'],
  ['nld', 'Het plan van de stad is dat het land met een wet wordt bestuurd voor de mensen.'],
  ['pol', 'Rada miasta nie jest za planem, ale to jest dla ludzi i przez nich, oraz do roku.'],
  [undefined, 'Invoice 4711 total 12.00'],
  [undefined, 'the of and to der die und das'],
  [undefined, 'the of and'],
  [undefined, ''],
]

describe('the language of a text', () => {
  for (const [language, text] of TEXTS) {
    it(`is ${language ?? 'undefined'}: ${text}`, () => assert.equal(languageOfText(text), language))
  }

  it('follows from a script with only one language', () => {
    assert.equal(languageOfScript('Hangul'), 'kor')
    assert.equal(languageOfScript('constructor'), undefined)
  })
})
