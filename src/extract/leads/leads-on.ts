/** Whether an address is one of the same list as another, further on: they differ in a query or a number at the end. */
export function leadsOn(from: string, to: string): boolean {
  const here = URL.parse(from)
  const there = URL.parse(to)
  if (!here || !there || here.host !== there.host || here.href === there.href) return false
  if (here.pathname === there.pathname) return there.search !== '' && there.search !== here.search
  return (
    COUNT.test(there.pathname) && [here.pathname.replace(/\/$/, ''), stemOf(here)].includes(stemOf(there))
  )
}

const COUNT = /(?:\/|[_-])?(?:[\p{L}%A-F\d]{1,12}[/_-]?)?\d{1,6}(?:\.\w{1,5})?\/?$/u

function stemOf({ pathname }: URL): string {
  return pathname.replace(COUNT, '')
}
