import { accepts, refuses } from '../../test/support/case-tables.ts'
import { UploadParams, UploadQuery, UploadUrlRequest } from './parse.ts'

accepts(UploadUrlRequest, {
  'a file name': { given: { filename: ' a.pdf ' }, gives: { filename: 'a.pdf', origin: 'api' } },
  'the largest file': {
    given: { filename: 'a.pdf', contentType: 'application/pdf', declaredSizeBytes: 52_428_800 },
    gives: { contentType: 'application/pdf', declaredSizeBytes: 52_428_800 },
  },
})

refuses(UploadUrlRequest, {
  'no name': { given: {}, at: 'filename', says: 'is required' },
  'an empty name': { given: { filename: ' ' }, at: 'filename', says: 'not be empty' },
  'too long a name': { given: { filename: 'a'.repeat(513) }, at: 'filename', says: 'at most 512' },
  'too long a type': {
    given: { filename: 'a', contentType: 'a'.repeat(256) },
    at: 'contentType',
    says: 'at most 255',
  },
  'too large a file': {
    given: { filename: 'a', declaredSizeBytes: 52_428_801 },
    at: 'declaredSizeBytes',
    says: 'at most 52428800',
  },
  'a negative size': {
    given: { filename: 'a', declaredSizeBytes: -1 },
    at: 'declaredSizeBytes',
    says: 'at least 0',
  },
  'an unknown field': { given: { filename: 'a', size: 1 }, at: 'size', says: 'Unknown field' },
})

accepts(UploadQuery, { 'a reference': { given: { uploadRef: 'a' }, gives: { uploadRef: 'a' } } })
refuses(UploadParams, {
  'an id that is none': { given: { uploadId: 'x' }, at: 'uploadId', says: 'must be a UUID' },
})
refuses(UploadQuery, { 'no reference': { given: { uploadRef: '' }, at: 'uploadRef', says: 'not be empty' } })
