import { accepts, refuses } from '../../test/support/case-tables.ts'
import { CheckParams, IdempotencyHeaders, IdParams, SnapshotParams, ThreadParams } from './fields.ts'

const id = '0198d0aa-1111-7222-8333-444455556666'

accepts(IdParams, {
  'a UUID': { given: { id }, gives: { id } },
  'a UUID in capitals': { given: { id: id.toUpperCase() }, gives: { id } },
  'a UUID of no version': {
    given: { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
    gives: { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  },
})

refuses(IdParams, {
  'a number': { given: { id: '5' }, at: 'id', says: 'must be a UUID' },
  'a UUID without dashes': { given: { id: id.replaceAll('-', '') }, at: 'id', says: 'must be a UUID' },
})

refuses(SnapshotParams, {
  'a wrong second id': { given: { id, snapshotId: 'x' }, at: 'snapshotId', says: 'UUID' },
})
refuses(CheckParams, { 'a wrong second id': { given: { id, checkId: 'x' }, at: 'checkId', says: 'UUID' } })
refuses(ThreadParams, { 'a wrong id': { given: { threadId: 'x' }, at: 'threadId', says: 'UUID' } })

accepts(IdempotencyHeaders, {
  'other headers': { given: { host: 'a' }, gives: {} },
  'a key': { given: { 'x-idempotency-key': id, host: 'a' }, gives: { 'x-idempotency-key': id } },
})
refuses(IdempotencyHeaders, {
  'a key that is no UUID': {
    given: { 'x-idempotency-key': 'x' },
    at: 'x-idempotency-key',
    says: 'must be a UUID',
  },
})
