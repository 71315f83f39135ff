import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bubblewrapArguments, RUNTIME } from './find-sandbox.ts'

const given = bubblewrapArguments('python', 65_530, 30)

describe('bubblewrapArguments', () => {
  const pairs: [string, string[]][] = [
    ['no network, no other processes, no names of the machine', ['--unshare-all']],
    ['it ends with us', ['--die-with-parent']],
    ['it cannot type into our terminal', ['--new-session']],
    ['it has no rights', ['--cap-drop', 'ALL']],
    ['it is somebody else', ['--uid', '65530', '--gid', '65530']],
    ['it has nothing of our environment', ['--clearenv']],
    ['the system is read only', ['--ro-bind-try', '/usr', '/usr']],
    ['its own folder is small and in memory', ['--size', '33554432', '--tmpfs', '/tmp']],
    ['what runs it is read only', ['--ro-bind', RUNTIME, '/run/winnow/page.py']],
    [
      'it may not take more than it has',
      ['prlimit', '--cpu=30', '--as=536870912', '--nproc=32', '--fsize=33554432'],
    ],
    ['it is what was asked for', ['python3', '-I', '/run/winnow/page.py', 'python']],
  ]
  for (const [name, sequence] of pairs) {
    it(name, () => assert.ok(` ${given.join(' ')} `.includes(` ${sequence.join(' ')} `), given.join(' ')))
  }

  it('exposes no writable or non-system files of the machine', () => {
    const shown = given.flatMap((argument, at) =>
      /^--(dev-|ro-)?bind(-try)?$/.test(argument) ? [given[at + 1]!] : [],
    )
    assert.ok(
      shown.every(
        (path) => path === RUNTIME || /^\/(usr|s?bin|lib\d*|etc\/(ld\.so\.cache|alternatives))$/.test(path),
      ),
    )
    assert.ok(!given.includes('--bind') && !given.includes('--dev-bind') && !given.includes('--share-net'))
  })

  it('places limits before the command that they apply to', () => {
    assert.ok(given.indexOf('prlimit') < given.indexOf('python3'))
    assert.ok(given.indexOf('--') < given.indexOf('prlimit'))
  })
})
