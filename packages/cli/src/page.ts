/** A document of the service. Users call it a page. */
export type { Document as Page } from '../../client/src/client.ts'
