import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMessageOrder } from './read-message-order.ts'
import { readInstruction } from './read-instruction.ts'
import { tellSteps } from './tell-steps.ts'

const FORWARD = "find email of('Ann'); act forward same email to 'Bob'"
const REPLY = 'find email of(\'Ann\'); act reply same email with "See you."'

const ORDERS: readonly (readonly [string, string])[] = [
  ['Bob is waiting for the email by Ann.', FORWARD],
  ['Give Bob the message you received from Ann,', FORWARD],
  ['Send Bob the information Ann sent to you.', FORWARD],
  ['Ann wants her message to be sent to Bob.', FORWARD],
  ['Ann wrote an email in this app that needs to be forwarded to Bob.', FORWARD],
  ['Bob must be forwarded the email from Ann.', FORWARD],
  ['Find the Ann email and forward it to Bob.', FORWARD],
  ['"See you." is my reply to Ann\'s most recent email.', REPLY],
  ['Email Ann the message, "See you."', REPLY],
  ['I need to respond to Ann\'s last email and tell her, "See you."', REPLY],
  ["Put Ann's email into the trash please.", "find email of('Ann'); act delete same email"],
  ['Please mark the last email that Ann sent as important', "find email of('Ann'); act star same email"],
]

test('reads an order about a message however it is put', () => {
  for (const [text, steps] of ORDERS) assert.equal(tellSteps(readMessageOrder(text) ?? []), steps, text)
})

test('leaves other instructions alone', () => {
  for (const text of [
    'Click the message from Ann and type "See you." into the field Reply',
    'Enter the email ann@mail.example and the password "x1" and press login',
    'Sign up for messages about Paris',
    'Delete the second row',
    'Delete the email from Ann, then forward the one from Bob to Carl and archive the rest',
  ])
    assert.equal(readMessageOrder(text), undefined, text)
})

test('is asked where the single steps are not plain', () => {
  assert.equal(tellSteps(readInstruction('Bob is waiting for the email by Ann.')), FORWARD)
  assert.equal(tellSteps(readInstruction('star the email from Ann')), "act star email of('Ann')")
})
