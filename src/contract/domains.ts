import { z } from 'zod'

const HOST = /^(?:localhost|[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+)$/

/** Host names that narrow a search. */
export const DomainList = z.array(
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(HOST, 'must be a host name such as example.com, without protocol or path'),
)

/** Fields that name the domains to search in, or those to leave out. */
export interface DomainLists {
  includeDomains: string[]
  excludeDomains: string[]
}

/** A search is narrowed to some domains or spared others, not both. */
export function checkDomains(
  { includeDomains, excludeDomains }: DomainLists,
  context: z.core.$RefinementCtx,
): void {
  if (includeDomains.length === 0 || excludeDomains.length === 0) return
  context.addIssue({
    code: 'custom',
    path: ['excludeDomains'],
    message: 'cannot be used together with includeDomains',
  })
}
