import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readInstruction } from './read-instruction.ts'
import { tellSteps } from './tell-steps.ts'

const CASES: [string, string][] = [
  [
    'Unsubscribe from all emails, reason: too many emails',
    "act unsubscribe all email; fill 'reason' = 'too many emails'",
  ],
  ['Accept the terms and place the order', "act accept 'terms'; click 'place the order'"],
]

for (const [prompt, steps] of CASES) it(prompt, () => assert.equal(tellSteps(readInstruction(prompt)), steps))

it('takes what may be ticked while logging in along with the log-in', () => {
  const steps = readInstruction(
    'Sign in with username "tomas" and password "pw", keep me signed in, then click Inbox',
  )
  assert.deepEqual(
    steps.map((step) => [
      step.do,
      step.do === 'logIn' ? step.besides?.map((other) => other.said) : undefined,
    ]),
    [
      ['logIn', ['keep me signed in']],
      ['click', undefined],
    ],
  )
})
