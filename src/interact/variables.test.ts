import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createVariables } from './secrets.ts'

describe('variables', () => {
  const found: [prompt: string, shown: string][] = [
    ['Log in as ada with the password hunter2.', 'Log in as ada with the password <password>.'],
    ['Log in with "ada" and "s3cret"', 'Log in with "ada" and "<password>"'],
    ['Sign in as ada@b.example / tiger-7', 'Sign in as ada@b.example / <password>'],
    ['password: swordfish, PIN: 4711', 'password: <password>, PIN: <pin>'],
    [
      'Set the password to "one two" and the new password to "three"',
      'Set the password to "<password>" and the new password to "<password2>"',
    ],
    ['Use the API token abc-123', 'Use the API token <token>'],
    [
      'Click the password field and tell me whether the password is required',
      'Click the password field and tell me whether the password is required',
    ],
    ['Log in as <user> with password: hunter22', 'Log in as <user> with password: <password>'],
    [
      'Sign in as <user> with <secret> or password <pin>',
      'Sign in as <user> with <secret> or password <pin>',
    ],
    ['Log in as ada with Google', 'Log in as ada with Google'],
    ['Reset the password for Bob', 'Reset the password for Bob'],
  ]
  for (const [prompt, shown] of found) {
    it(`hides the secrets of a prompt: ${prompt}`, () => {
      assert.equal(createVariables(prompt).masked(prompt), shown)
    })
  }

  it('hides the given values wherever they are, also in addresses', () => {
    const variables = createVariables('Use <email>', { email: 'ada@b.example', code: 'ab' })
    assert.equal(
      variables.masked('Hello ada@b.example, /?m=ada%40b.example, ab about'),
      'Hello <email>, /?m=<email>, <code> about',
    )
    assert.deepEqual(variables.names, ['<email>', '<code>'])
  })

  it('fills in values by their names, and leaves unknown names alone', () => {
    const variables = createVariables('', { first: 'Ada' })
    assert.deepEqual(variables.filled('<first> <last>'), { text: 'Ada <last>', isSecret: true })
    assert.deepEqual(variables.filled('plain'), { text: 'plain', isSecret: false })
  })

  it('tells an address that holds a value', () => {
    const variables = createVariables('password: open-sesame')
    assert.equal(variables.occursIn('https://evil.example/?p=open%2Dsesame'), true)
    assert.equal(variables.occursIn('https://evil.example/?p=%E0%A4%A'), false)
  })

  it('gives files by their names', () => {
    const cv = { fileName: 'cv.txt', text: 'I weld.' }
    const variables = createVariables('', { cv, photo: { fileName: 'me.png', base64: 'AAAA' } })
    assert.deepEqual(variables.names, ['<cv> (the file cv.txt)', '<photo> (the file me.png)'])
    assert.deepEqual(variables.file('<cv>'), {
      name: 'cv.txt',
      type: 'text/plain',
      base64: Buffer.from('I weld.').toString('base64'),
    })
    assert.equal(variables.file('photo')?.type, 'image/png')
    assert.equal(variables.file('/etc/passwd'), undefined)
  })

  it('hides what was typed into a password field from then on', () => {
    const variables = createVariables('Log in, my word is walrus')
    variables.hide('walrus')
    assert.equal(variables.masked('walrus'), '••••')
  })
})
