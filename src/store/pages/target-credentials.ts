import { createCipher } from '../../access/access.ts'
import type { Action } from '../../contract/actions.ts'
import { Fault } from '../../fault.ts'

/** Encrypts and decrypts the credentials for target sites in stored options. */
export interface TargetCredentials {
  encrypt<Plan>(plan: Plan): Plan
  /** Also accepts plain values. Fails with 409 if the root secret has changed. */
  decrypt<Plan>(plan: Plan): Plan
}

/** Shown in lists and exports in place of a credential. */
const REDACTED = '[redacted]'

/** Characters that JSON does not escape. */
const ENCRYPTED_VALUE = /^<credential ([\w-]+)>$/

/**
 * AES-256-GCM with a key derived from the root secret. Each value is encrypted separately, so header names
 * stay readable.
 */
export function createTargetCredentials(rootSecret: string): TargetCredentials {
  const cipher = createCipher(rootSecret, 'target credentials')
  const decrypt = (value: string) => {
    const encrypted = ENCRYPTED_VALUE.exec(value)?.[1]
    if (encrypted === undefined) return value
    try {
      return cipher.decrypt(Buffer.from(encrypted, 'base64url'))
    } catch (cause) {
      throw new Fault('CONFLICT', DECRYPTION_FAILED, { cause })
    }
  }
  return {
    encrypt: (plan) =>
      mapCredentials(plan, (value) => `<credential ${cipher.encrypt(value).toString('base64url')}>`),
    decrypt: (plan) => mapCredentials(plan, decrypt),
  }
}

const DECRYPTION_FAILED =
  'The stored headers and actions of this request cannot be decrypted, because the root secret of the service has changed. Send the request again.'

export function hideCredentials<Plan>(plan: Plan): Plan {
  return mapCredentials(plan, () => REDACTED)
}

interface CredentialOptions {
  headers?: Record<string, string>
  actions?: Action[]
  /** Crawls, batches and agent tasks have their scrape options under this name. */
  scrapeOptions?: CredentialOptions
}

/** The only definition of a credential: header values, typed texts and scripts. */
function mapCredentials<Plan>(plan: Plan, change: (value: string) => string): Plan {
  const { headers, actions, scrapeOptions } = plan as CredentialOptions
  return {
    ...plan,
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)])),
    }),
    ...(actions && { actions: actions.map((action) => mapActionCredentials(action, change)) }),
    ...(scrapeOptions && { scrapeOptions: mapCredentials(scrapeOptions, change) }),
  }
}

function mapActionCredentials(action: Action, change: (value: string) => string): Action {
  if (action.type === 'write') return { ...action, text: change(action.text) }
  if (action.type === 'executeJavascript') return { ...action, script: change(action.script) }
  return action
}
