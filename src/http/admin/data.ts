import { Readable, addAbortSignal } from 'node:stream'
import { z } from 'zod'
import type { TeamData } from '../../access/access.ts'
import { ErasedAnswer } from '../../contract/admin-data.ts'
import { IdParams } from '../../contract/ids.ts'
import { Fault } from '../../fault.ts'
import { route } from '../server/route.ts'

export interface TeamDataNeeds {
  teamData: TeamData
}

const common = { access: 'admin', tag: 'Administration', params: IdParams } as const

/** A reader that takes longer is cut off: what it reads from holds up the database. */
const LONGEST_EXPORT_MS = 30 * 60_000

/** All that is kept for a team, given out and removed. */
export function teamDataRoutes({ teamData }: TeamDataNeeds) {
  return [
    route('GET /admin/v1/teams/:id/data', 'Everything that is kept for a team', {
      ...common,
      description:
        'One JSON object per line, each with its `kind`, as everything was at one moment. The last line is of the kind `end`; without it something is missing. Bytes are base64. Secrets are left out.',
      answer: z.unknown().meta({ type: 'string' }),
      answerType: 'application/x-ndjson',
      alsoFails: { 409: 'Another export is under way.' },
      async handle({ params, signal, reply }) {
        const time = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_EXPORT_MS)])
        const lines = found(await teamData.export(params.id, time, 'admin'))
        // Counted in bytes, so that of large lines there is never more than one on its way.
        const stream = Readable.from(lines, { objectMode: false })
        return reply.type('application/x-ndjson').send(addAbortSignal(time, stream))
      },
    }),
    route('DELETE /admin/v1/teams/:id/data', 'Erase all content of a team', {
      ...common,
      description:
        'Ends what runs for the team first. The team, its keys, its credits with their ledger and the audit trail stay.',
      answer: ErasedAnswer,
      alsoFails: { 409: 'It is being erased already.' },
      handle: async ({ params }) => ({
        success: true,
        erased: found(await teamData.erase(params.id, 'admin')),
      }),
    }),
    route('DELETE /admin/v1/teams/:id', 'Remove a team with its keys and all of its content', {
      ...common,
      description: 'Its ledger entries and what the audit trail says about it stay.',
      answer: ErasedAnswer,
      alsoFails: { 409: 'It is being erased already, or the service itself needs it.' },
      handle: async ({ params }) => ({
        success: true,
        erased: found(await teamData.remove(params.id, 'admin')),
      }),
    }),
  ]
}

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Fault('NOT_FOUND', 'There is no team with this id.')
  return thing
}
