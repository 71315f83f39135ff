import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { TestElement } from '../../../../test/support/views.ts'
import { PageTree } from '../page-tree.ts'
import { findBanner, readConsentButton } from './consent.ts'

const SAID: [name: string, button: string | undefined][] = [
  ['Accept all cookies', 'accept'],
  ['OK', 'accept'],
  ['Tout accepter', 'accept'],
  ['Aceptar y cerrar', 'accept'],
  ['Alle akzeptieren', 'accept'],
  ['Ga akkoord', 'accept'],
  ['Reject all', 'reject'],
  ['Continuer sans accepter', 'reject'],
  ['Nur notwendige Cookies akzeptieren', 'reject'],
  ['Accept only necessary', 'reject'],
  ['Rechazar todas', 'reject'],
  ['Rifiuta', 'reject'],
  ['Weigeren', 'reject'],
  ['Manage choices', 'settings'],
  ['Einstellungen', 'settings'],
  ['Nein, anpassen', 'settings'],
  ['Personnaliser', 'settings'],
  ['Save my choices', 'save'],
  ['Auswahl speichern', 'save'],
  ['Home', undefined],
  ['Add to cart', undefined],
]

test('tells what a button of a banner is for, in any of the languages', () => {
  for (const [name, button] of SAID) assert.equal(readConsentButton(name)?.button, button, name)
})

const button = (ref: string, parent: string, name: string): TestElement => ({
  ref,
  parent,
  role: 'button',
  tag: 'button',
  name,
  clickable: true,
})

describe('a banner', () => {
  it('is found in a frame that speaks of privacy, with its buttons by what they do', () => {
    const tree = new PageTree(
      viewOf([
        { ref: 'nav', role: 'navigation' },
        button('set', 'nav', 'Settings'),
        { ref: 'frame', tag: 'iframe', role: 'iframe', name: 'Privacy choices' },
        { ref: 'box', parent: 'frame' },
        { ref: 'said', parent: 'box', ownText: 'We value your privacy' },
        button('all', 'box', 'Accept all'),
        button('some', 'box', 'Manage choices'),
      ]),
    )
    const banner = findBanner(tree)
    assert.deepEqual(
      [banner?.buttons.accept, banner?.buttons.settings].map((some) => some?.map(({ ref }) => ref)),
      [['all'], ['some']],
    )
  })
  it('is no form, no link to what is said about cookies, and no page with an OK', () => {
    const pages: TestElement[][] = [
      [
        { ref: 'form' },
        { ref: 'f', parent: 'form', editable: true, role: 'textbox' },
        { ref: 't', parent: 'form', ownText: 'I read the cookie policy' },
        button('ok', 'form', 'Accept'),
      ],
      [
        { ref: 'foot', role: 'contentinfo' },
        {
          ref: 'l',
          parent: 'foot',
          role: 'link',
          name: 'Cookie settings',
          href: 'https://shop.example/cookies',
          clickable: true,
        },
      ],
      [{ ref: 'box' }, { ref: 't', parent: 'box', ownText: 'Saved' }, button('ok', 'box', 'OK')],
    ]
    for (const page of pages) assert.equal(findBanner(new PageTree(viewOf(page))), undefined)
  })
  it('goes on in what came up after its settings were asked for', () => {
    const before = new PageTree(viewOf([{ ref: 'page' }]))
    const after = new PageTree(
      viewOf([
        { ref: 'page' },
        { ref: 'layer', parent: 'page' },
        { ref: 'one', parent: 'layer', role: 'checkbox', name: 'Statistik', checked: true, clickable: true },
        button('save', 'layer', 'Auswahl speichern'),
      ]),
    )
    const banner = findBanner(after, before)
    assert.deepEqual([banner?.buttons.save[0]?.ref, banner?.choices[0]?.ref], ['save', 'one'])
    assert.equal(findBanner(after), undefined)
  })
})
