import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../fault.ts'
import type { Route } from './route.ts'

/** The error for a request that matches no route. */
export function notFound(request: FastifyRequest, reply: FastifyReply, routes: readonly Route[]): Fault {
  const path = request.url.split('?')[0]!.replace(/(?<!\/)\/+$/, '') || '/'
  const methods = routes.filter((one) => matches(one.path, path)).map((one) => one.method)
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '))
    return new Fault(
      'METHOD_NOT_ALLOWED',
      `${path.slice(0, 200)} takes ${methods.join(' or ')}, not ${request.method}.`,
    )
  }
  if (path === '/v1' || path.startsWith('/v1/')) return notServed(request.method, path, routes)
  return new Fault(
    'NOT_FOUND',
    `There is no ${request.method} ${path.slice(0, 200)}. All endpoints are listed at /docs.`,
  )
}

/** The error for a request of version 1, with the route of version 2 that replaces it. */
function notServed(method: string, path: string, routes: readonly Route[]): Fault {
  const shown = path.slice(0, 200)
  const newer = shown.replace('/v1', '/v2')
  const methods = routes.filter((one) => matches(one.path, newer)).map((one) => one.method)
  const instead = methods.find((one) => one === method) ?? methods.join(' or ')
  return new Fault(
    'NOT_FOUND',
    methods.length > 0
      ? `${shown} is not served. Use ${instead} ${newer}.`
      : `${shown} is not served, and version 2 has no ${newer}. All endpoints are listed at /docs.`,
  )
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, place) => part.startsWith(':') || part === given[place])
  )
}
