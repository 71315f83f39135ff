import type { TypeName } from './types.ts'

/** What can be listened for, and what kind of object comes with it; undefined for data. */
export const EVENTS: Partial<Record<TypeName, ReadonlyMap<string, TypeName | undefined>>> = {
  Page: new Map<string, TypeName | undefined>([
    ['close', 'Page'],
    ['console', 'ConsoleMessage'],
    ['crash', 'Page'],
    ['dialog', 'Dialog'],
    ['domcontentloaded', 'Page'],
    ['download', 'Download'],
    ['filechooser', 'FileChooser'],
    ['frameattached', 'Frame'],
    ['framedetached', 'Frame'],
    ['framenavigated', 'Frame'],
    ['load', 'Page'],
    ['pageerror', undefined],
    ['popup', 'Page'],
    ['request', 'Request'],
    ['requestfailed', 'Request'],
    ['requestfinished', 'Request'],
    ['response', 'Response'],
  ]),
  BrowserContext: new Map<string, TypeName | undefined>([
    ['close', 'BrowserContext'],
    ['console', 'ConsoleMessage'],
    ['page', 'Page'],
    ['request', 'Request'],
    ['requestfailed', 'Request'],
    ['requestfinished', 'Request'],
    ['response', 'Response'],
  ]),
}
