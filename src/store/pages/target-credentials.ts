import { createSeal } from '../../access/access.ts'
import type { Action } from '../../contract/actions.ts'
import { Fault } from '../../fault.ts'

/** Encrypts and decrypts the credentials of targets in options that are stored. */
export interface TargetCredentials {
  close<Plan>(plan: Plan): Plan
  /** Takes values too that are not encrypted. Fails with 409 when the root secret is another one. */
  open<Plan>(plan: Plan): Plan
}

/** What lists and exports show in place of a credential. */
const HIDDEN = '[redacted]'

/** Characters that JSON does not escape. */
const CLOSED = /^<credential ([\w-]+)>$/

/** AES-256-GCM under a key derived from the root secret, value by value: names of headers stay readable. */
export function createTargetCredentials(rootSecret: string): TargetCredentials {
  const seal = createSeal(rootSecret, 'target credentials')
  const open = (value: string) => {
    const closed = CLOSED.exec(value)?.[1]
    if (closed === undefined) return value
    try {
      return seal.open(Buffer.from(closed, 'base64url'))
    } catch (cause) {
      throw new Fault('CONFLICT', UNREADABLE, { cause })
    }
  }
  return {
    close: (plan) => changed(plan, (value) => `<credential ${seal.close(value).toString('base64url')}>`),
    open: (plan) => changed(plan, open),
  }
}

const UNREADABLE =
  'The stored headers and actions of this request cannot be decrypted, because the root secret of the service has changed. Send the request again.'

export function hideCredentials<Plan>(plan: Plan): Plan {
  return changed(plan, () => HIDDEN)
}

interface Options {
  headers?: Record<string, string>
  actions?: Action[]
  /** Crawls, batches and agent tasks have the options of their pages under this name. */
  scrapeOptions?: Options
}

/** The one place that says what a credential is: values of headers, typed texts and scripts. */
function changed<Plan>(plan: Plan, change: (value: string) => string): Plan {
  const { headers, actions, scrapeOptions } = plan as Options
  return {
    ...plan,
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)])),
    }),
    ...(actions && { actions: actions.map((action) => changedAction(action, change)) }),
    ...(scrapeOptions && { scrapeOptions: changed(scrapeOptions, change) }),
  }
}

function changedAction(action: Action, change: (value: string) => string): Action {
  if (action.type === 'write') return { ...action, text: change(action.text) }
  if (action.type === 'executeJavascript') return { ...action, script: change(action.script) }
  return action
}
