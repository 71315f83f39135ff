export function omit<Whole extends object, Name extends keyof Whole>(
  object: Whole,
  names: readonly Name[],
): Omit<Whole, Name> {
  const omitted = new Set<PropertyKey>(names)
  return Object.fromEntries(Object.entries(object).filter(([name]) => !omitted.has(name))) as Omit<
    Whole,
    Name
  >
}
