import { z } from 'zod'
import { assertSigned } from '../../access/access.ts'
import type { SignedLinks } from '../../access/access.ts'
import { IdParams, SignedQuery } from '../../contract/fields.ts'
import { Fault } from '../../fault.ts'
import type { Blobs } from '../../scrape/scrape.ts'
import { route } from '../server/route.ts'

export interface BlobNeeds {
  blobs: Pick<Blobs, 'find'>
  signedLinks: SignedLinks
}

export interface BlobLinks {
  pathTo(blobId: string): string
}

/** The documented lifetime of links. */
const LINK_LIFETIME_MS = 24 * 60 * 60_000

export function createBlobLinks(signedLinks: SignedLinks): BlobLinks {
  return { pathTo: (blobId) => signedLinks.sign(pathOf(blobId), LINK_LIFETIME_MS) }
}

function pathOf(blobId: string): string {
  return `/v2/blobs/${blobId}`
}

export function blobRoutes({ blobs, signedLinks }: BlobNeeds) {
  return [
    route('GET /v2/blobs/:id', 'A file that a scrape created', {
      access: 'signed',
      tag: 'Scrape',
      description: 'The URL is part of the scrape response, is signed and expires.',
      params: IdParams,
      query: SignedQuery,
      response: z.unknown().meta({ type: 'string', format: 'binary' }),
      contentType: 'application/octet-stream',
      errors: {
        403: 'The link is not signed by this service, or has expired.',
        404: 'The file is no longer stored.',
      },
      async handle({ params, query, reply }) {
        assertSigned(signedLinks, pathOf(params.id), query)
        const blob = await blobs.find(params.id)
        if (!blob)
          throw new Fault('NOT_FOUND', 'The file of this link is no longer stored. Scrape the page again.')
        // The browser shows the file but runs nothing in it: it must not act with the origin of this service.
        return reply
          .type(blob.contentType)
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('cache-control', 'private, max-age=86400')
          .send(Buffer.from(blob.bytes))
      },
    }),
  ]
}
