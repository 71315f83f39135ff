import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { languageNamed, languageOffered } from '../match/languages.ts'
import { PageTree } from '../page/page-tree.ts'
import { otherReadings } from '../resolve/other-readings.ts'
import { resolve } from '../resolve/resolve.ts'
import { languageAsked } from '../steps/switch-language.ts'
import { thingAwaited } from '../steps/until.ts'
import { currentPage } from '../widgets/page-number.ts'
import { twistyOf } from '../widgets/twisty.ts'
import { readInstruction } from '../language/read-instruction.ts'
import { wayTo } from './scrollers.ts'

test('knows which way a name lies in a list in order', () => {
  const list = (names: readonly string[]) =>
    new PageTree(
      viewOf(
        names.map((ownText, at): MadeElement => ({
          ownText,
          box: { x: 0, y: at * 20, width: 90, height: 18 },
        })),
      ),
    )
  const sorted = list(['Greta Holt', 'Hugo Berge', 'Ines Young', 'Jonas Abbott'])
  assert.deepEqual(
    ['Quinn Tolbert', 'Ada Abbott', 'Ines Abel'].map((name) => wayTo(name, 'page', sorted)),
    [1, -1, 0],
  )
  assert.equal(wayTo('Quinn', 'page', list(['Zoe', 'Ann', 'Mia', 'Bob'])), 0)
})

test('reads which page of a list is shown', () => {
  const cases: [text: string, page: number | undefined][] = [
    ['Page 2 of 5', 2],
    ['3 / 5', 3],
    ['1–8 of 34', 1],
    ['17–24 of 34', 3],
    ['33–34 of 34', undefined],
    ['Seite 4 von 9', 4],
    ['24 of them', undefined],
  ]
  for (const [ownText, page] of cases) {
    assert.equal(currentPage(new PageTree(viewOf([{ ownText }]))), page, ownText)
  }
})

test('a branch is opened by the sign beside its name', () => {
  const tree = new PageTree(
    viewOf([
      { ref: 'item', role: 'treeitem', text: '▸ Handbook', clickable: true },
      { ref: 'sign', parent: 'item', ownText: '▸', clickable: true },
      { ref: 'name', parent: 'item', ownText: 'Handbook', clickable: true },
      {
        ref: 'leaf',
        role: 'treeitem',
        text: 'Travel',
        clickable: true,
        box: { x: 0, y: 90, width: 90, height: 20 },
      },
    ]),
  )
  assert.deepEqual(
    [twistyOf(tree.get('name')!, tree)?.ref, twistyOf(tree.get('leaf')!, tree)],
    ['sign', undefined],
  )
})

test('reads what is waited for as a thing', () => {
  for (const until of ['you find the post by Ida Holm', 'the story about kites turns up', 'Anna erscheint'])
    assert.ok(thingAwaited(until), until)
  assert.equal(thingAwaited('Quinn Tolbert appears')?.words, 'Quinn Tolbert')
  assert.equal(thingAwaited('the price is low'), undefined)
})

test('words that name nothing as read are read otherwise', () => {
  const tree = new PageTree(viewOf([{ ref: 'tab', ownText: 'Shipping', clickable: true }]))
  assert.equal(
    otherReadings({ words: 'chat', quoted: false, condition: 'with Zoe Marin' }, tree)[0]?.words,
    'Zoe Marin',
  )
  const [placed] = otherReadings({ words: 'Express in Shipping', quoted: false }, tree)
  assert.deepEqual([placed?.words, placed?.relations?.[0]?.target.words], ['Express', 'Shipping'])
  assert.deepEqual(otherReadings({ words: 'Man in black', quoted: false }, tree), [])
})

test('what takes a thing away is not the thing', () => {
  const tree = new PageTree(
    viewOf([
      { ref: 'remove', role: 'button', name: 'Remove Design', clickable: true },
      { ref: 'jobs', role: 'button', name: 'Design and art jobs', clickable: true },
    ]),
  )
  const best = (words: string) => resolve({ words, quoted: false }, tree, 'click')[0]?.element.ref
  assert.deepEqual([best('Design'), best('remove Design')], ['jobs', 'remove'])
})

test('knows a wish for another language from one about a language', () => {
  assert.deepEqual([languageNamed('néerlandais'), languageNamed('Wine')], ['nl', undefined])
  assert.deepEqual(
    ['Deutsch', 'DE', '🇪🇸 Español (España)', 'Read about German wine in our shop'].map(languageOffered),
    ['de', 'de', 'es', undefined],
  )
  const asked = (prompt: string) => readInstruction(prompt).map(languageAsked)[0]
  assert.equal(asked('Switch the site to Dutch'), 'nl')
  assert.equal(asked('Passe le site en espagnol'), 'es')
  assert.equal(asked('Open the page about German wine'), undefined)
  assert.equal(asked('Search for German books'), undefined)
})
