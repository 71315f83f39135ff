import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'

/** What the endpoint at an address speaks. Both others also have a path that speaks like everybody. */
export function providerOf({ hostname, pathname }: URL): Provider {
  const path = pathname.replace(/\/+$/, '')
  if (/\/(openai|chat)(\/|$)/.test(path)) return openai
  if (path.endsWith('/v1/messages') || hostname === 'api.anthropic.com') return anthropic
  if (path.includes('/v1beta') || hostname === 'generativelanguage.googleapis.com') return google
  return openai
}
