import type { Order } from './command.ts'
import type { Masked } from './masked.ts'

const VALUE = '(?<value>[\\ue000\\ue001]\\d+\\ue002|[^\\s,()/]+)'
const IS = '\\s*(?:is\\s+|[:=]\\s*|\\s)'
const USER = new RegExp(
  `(?:user ?name|user ?id|user|e-?mail(?: address)?|login|account|member(?:ship)?(?: number| id)?|card number)${IS}(?!and\\b|the\\b)${VALUE}`,
  'iu',
)
const PASSWORD = new RegExp(`(?:pass(?:word|code|phrase)?|pin|pw|pwd)${IS}${VALUE}`, 'iu')
const PAIR = /^\(?\s*(?<user>\S+?)\s*(?:\/|,|\band\b|\bwith\b)\s*(?<password>\S+?)\s*\)?$/i
const AS = new RegExp(`^(?:as|with|using)\\s+(?:the\\s+)?(?:user\\s+)?${VALUE}`, 'iu')

/** Reads who signs in: `as ann with password x`, `(ann / x)`, `with the email … and the password …`. */
export function readSignIn(rest: string, masked: Masked): Order | undefined {
  const words = rest.trim().replace(/^(?:to|into|on|at)\s+(?:the|my|this)\s+\S+\s*/i, '')
  const password = PASSWORD.exec(words)?.groups?.['value']
  const user = USER.exec(words)?.groups?.['value'] ?? AS.exec(words)?.groups?.['value']
  if (user !== undefined && password !== undefined) return order(user, password, masked)
  const pair = PAIR.exec(words.replace(/^(?:with|using|as)\s+(?:the\s+)?(?:credentials\s+)?/i, ''))?.groups
  if (pair) return order(pair['user']!, pair['password']!, masked)
  // Without a name to sign in with, the control is meant: `click Sign in`.
  return words === '' ? { do: 'press', verb: 'sign in', targets: [], times: 1 } : undefined
}

function order(user: string, password: string, masked: Masked): Order {
  return { do: 'signIn', user: masked.plain(user), password: masked.plain(password).replace(/[.,;]+$/, '') }
}
