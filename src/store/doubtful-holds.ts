/**
 * Holds whose statement failed: whether it took effect is not known, and whoever asked was told that it failed. They
 * are released until that succeeds; releasing what is not held changes nothing.
 */
export function createDoubtfulHolds(release: (holdId: string) => Promise<unknown>) {
  const ids = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function resolve(): Promise<void> {
    const settled = await Promise.allSettled([...ids].map((id) => release(id).then(() => ids.delete(id))))
    timer = undefined
    if (settled.some(({ status }) => status === 'rejected') || ids.size > 0) schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(() => void resolve(), RETRY_MS).unref()
  }

  return {
    async watch<Answer>(holdId: string, statement: Promise<Answer>): Promise<Answer> {
      try {
        return await statement
      } catch (failure) {
        ids.add(holdId)
        schedule()
        throw failure
      }
    },
  }
}

const RETRY_MS = 1_000
