import { unprivilegedAccount } from '../work/confined-process.ts'
import type { Account } from '../work/confined-process.ts'

const READER = 65_531

/** As whom documents are read, because what reads them is native code and documents are hostile. */
export function readerAccount(): Account | undefined {
  return unprivilegedAccount(READER, import.meta.url)
}
