import { assertSigned } from '../../access/access.ts'
import type { SignedLinks } from '../../access/access.ts'
import type { SignedQuery } from '../../contract/signed-link.ts'
import type { SessionSummary } from '../../interact/interact.ts'

/** What can be opened of a session by whoever has the address. */
type Door = 'cdp' | 'live' | 'control'

/** The addresses of a session. Each opens one thing only: who may watch may not act. */
export interface SessionLinks {
  of(session: SessionSummary, publicUrl: string): SessionUrls
  assertValid(id: string, door: Door, given: SignedQuery): void
}

interface SessionUrls {
  cdpUrl: string
  liveViewUrl?: string
  interactiveLiveViewUrl?: string
}

export function createSessionLinks(links: SignedLinks): SessionLinks {
  return {
    of({ id, expiresAt, streamWebView }, publicUrl) {
      const lifetimeMs = Math.max(0, expiresAt.getTime() - Date.now())
      const pathTo = (door: Door) => links.sign(pathOf(id, door), lifetimeMs)
      return {
        cdpUrl: publicUrl.replace(/^http/, 'ws') + pathTo('cdp'),
        ...(streamWebView && {
          liveViewUrl: publicUrl + pathTo('live'),
          interactiveLiveViewUrl: publicUrl + pathTo('control'),
        }),
      }
    },
    assertValid: (id, door, given) => assertSigned(links, pathOf(id, door), given),
  }
}

function pathOf(id: string, door: Door): string {
  return `/v2/browser/${id}/${door}`
}
