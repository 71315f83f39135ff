/** A document of the service, under the name that people have for it. */
export type { Document as Page } from '../../client/src/client.ts'
