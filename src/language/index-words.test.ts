import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexWords, queryWords } from './index-words.ts'

describe('the words of a text', () => {
  const cases: [text: string, words: string[]][] = [
    ['Élève, STRASSE & Straße!', ['eleve', 'strasse', 'strasse']],
    ["the dog's node.js v2", ['the', 'dog', 's', 'node', 'js', 'v2']],
    ['C++ and C# but abc# and F#m', ['c++', 'and', 'c#', 'but', 'abc', 'and', 'f', 'm']],
    ['東京都', ['東京', '京都', '都']],
    ['the 東京 tower', ['the', '東京', '京', 'tower']],
    ['ไทย', ['ไท', 'ทย', 'ย']],
    ['iPhone用ケース', ['iphone', '用ケ', 'ケー', 'ース', 'ス']],
    ['東京++ 東#', ['東京', '京', '東']],
    ['', []],
    ['\0 ; DROP & | ! <->', ['drop']],
  ]
  for (const [text, words] of cases) {
    it(`are ${words.length} in ${JSON.stringify(text)}`, () => assert.deepEqual(indexWords(text), words))
  }

  it('are cut where no word is so long, never within a letter', () => {
    const [word] = indexWords('𐐀'.repeat(100))
    assert.ok(word!.length <= 40 && word!.isWellFormed())
  })

  it('are looked for without the end of a run, unless it is all there is', () => {
    assert.deepEqual(queryWords('東京都 猫 cat'), ['東京', '京都', '猫', 'cat'])
  })
})
