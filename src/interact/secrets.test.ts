import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSecrets } from './secrets.ts'

describe('what nobody is to read', () => {
  const prompts: [prompt: string, value: string][] = [
    ['Log in as bob with the password hunter2.', 'hunter2'],
    ['Log in with user "bob" and password "two words"', 'two words'],
    ['password: s3cret!x, then click Save', 's3cret!x'],
    ['Set the passphrase to “open sesame”', 'open sesame'],
    ['Anmelden mit Passwort geheim99', 'geheim99'],
  ]
  for (const [prompt, value] of prompts) {
    it(`is what a prompt calls so: ${prompt}`, () => {
      const secrets = createSecrets(prompt)
      secrets.add(value, false)
      assert.equal(secrets.masked(value), '••••')
      assert.equal(secrets.masked(`Typed ${value} into it.`), 'Typed •••• into it.')
    })
  }

  it('is what was put into a field for it', () => {
    const secrets = createSecrets('Log in as bob with hunter2')
    secrets.add('bob', false)
    secrets.add('hunter2', true)
    assert.equal(secrets.masked('bob went to /?p=hunter2'), 'bob went to /?p=••••')
  })

  it('is no word that is only said near it', () => {
    const secrets = createSecrets('Click the password field')
    assert.equal(secrets.masked('The field is red.'), 'The field is red.')
  })

  it('is no part of words when it is short', () => {
    const secrets = createSecrets('')
    secrets.add('e', true)
    secrets.add('3h', true)
    assert.deepEqual(
      ['e', 'here', 'with 3h.', 'for 3hours'].map((text) => secrets.masked(text)),
      ['••••', 'here', 'with ••••.', 'for 3hours'],
    )
  })
})
