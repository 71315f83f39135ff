/** Stands for what is not there: using it in any way says why, and what there is instead. */
export function refusal(name: string, why: string): unknown {
  const refuse = (used: string): never => {
    throw new Error(`${used} cannot be used: ${why}.`)
  }
  return new Proxy(() => {}, {
    get: (_target, key) =>
      typeof key === 'symbol' || key === 'then' || key === 'toJSON'
        ? undefined
        : refusal(`${name}.${key}`, why),
    apply: () => refuse(name),
    construct: () => refuse(name),
  })
}
