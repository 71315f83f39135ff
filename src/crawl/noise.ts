import { isPagination } from './address/pagination.ts'

/** The one query parameter in which two addresses of a page differ; undefined when it is not exactly one. */
export function differingParameter(one: string, other: string): string | undefined {
  const first = new URL(one)
  const second = new URL(other)
  if (first.pathname !== second.pathname) return undefined
  const names = new Set([...first.searchParams.keys(), ...second.searchParams.keys()])
  const differing = [...names].filter(
    (name) => first.searchParams.getAll(name).join('\n') !== second.searchParams.getAll(name).join('\n'),
  )
  // Behind the end of a list all pages are equal; that says nothing about those before it.
  if (differing.length !== 1 || [one, other].some(isPagination)) return undefined
  return differing[0]
}
