import { FAULT_HELP } from '../../src/fault-help.ts'
import { FAULTS } from '../../src/fault.ts'
import type { FaultCode } from '../../src/fault.ts'
import { tableOf } from './marked-section.ts'

/** Every error code with its status, its meaning and its remedy. */
export function errorsReference(): string {
  const rows = Object.entries(FAULT_HELP)
    .toSorted(([one], [other]) => FAULTS[one as FaultCode].status - FAULTS[other as FaultCode].status)
    .map(([code, { meaning, remedy, page }]) => {
      const { status, retryable } = FAULTS[code as FaultCode]
      const link = page ? ` See [${page.title}](../${page.path}).` : ''
      return [`\`${code}\``, String(status), retryable ? 'yes' : 'no', meaning, remedy + link]
    })
  return tableOf(['Code', 'Status', 'Retry', 'Meaning', 'Remedy'], rows)
}
