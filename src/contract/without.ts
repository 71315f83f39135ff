export function without<Whole extends object, Name extends keyof Whole>(
  object: Whole,
  names: readonly Name[],
): Omit<Whole, Name> {
  const dropped = new Set<PropertyKey>(names)
  return Object.fromEntries(Object.entries(object).filter(([name]) => !dropped.has(name))) as Omit<
    Whole,
    Name
  >
}
