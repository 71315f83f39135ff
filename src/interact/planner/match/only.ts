/** The only thing there is; undefined if there are none or several different ones. */
export function onlyOf<Thing>(things: Iterable<Thing>): Thing | undefined {
  const [only, ...others] = new Set(things)
  return others.length === 0 ? only : undefined
}
