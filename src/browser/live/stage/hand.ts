import type { CDPSession, Page } from 'playwright-core'
import { orAborted } from '../../../work/abort.ts'
import type { Reader } from '../../page/reader.ts'
import { callInPage } from '../look/call-in-page.ts'
import type { Worlds } from '../look/worlds.ts'
import { StageError } from '../stage.ts'

/** What a deed is done with. */
export interface Hand {
  page: Page
  send: CDPSession['send']
  /** Our script in the document of the page itself. */
  reader: Reader
  worlds: Worlds
  signal: AbortSignal
  /** The page is not touched before this settles. */
  ready?: Promise<unknown> | undefined
}

/** Calls our script in the document that an element is in. */
export async function ask<Result>({ worlds, signal }: Hand, ref: string, name: string, ...args: unknown[]) {
  const world = worlds.of(ref)
  if (world === undefined || world.page.signal.aborted) throw gone()
  return await orAborted(callInPage<Result>(world.reader, name, ref, ...args), signal)
}

/** The element is no longer in the page. */
export function gone(): StageError {
  return new StageError('gone', 'The element is no longer on the page. Look at the page again.')
}
