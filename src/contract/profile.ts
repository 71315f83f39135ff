import { z } from 'zod'

/** A browser profile kept under a name: its cookies and storage. */
export const Profile = z
  .strictObject({
    name: z.string().min(1).max(128),
    saveChanges: z.boolean().default(true).describe('Keep what this use changes.'),
  })
  .describe('A browser profile kept under a name: its cookies and storage.')
export type Profile = z.output<typeof Profile>
