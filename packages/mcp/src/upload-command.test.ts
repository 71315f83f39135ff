import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awaitingUpload, uploadCommand } from './upload-command.ts'

const place = {
  uploadUrl: 'http://service.test/v2/parse/upload/1?uploadRef=r&x=1',
  uploadRef: 'r',
  expiresAt: '2030-01-01T00:00:00.000Z',
  maxSizeBytes: 52_428_800,
}

test('puts a file to its URL', () => {
  assert.equal(
    uploadCommand({ ...place, headers: { 'content-type': 'application/pdf' } }, '/tmp/a b.pdf'),
    `curl -sS --fail-with-body -X PUT -H 'content-type: application/pdf' -T '/tmp/a b.pdf' '${place.uploadUrl}'`,
  )
})

test('puts the form fields before the file', () => {
  assert.equal(
    uploadCommand({ ...place, method: 'POST', fields: { policy: 'p' } }, 'a.pdf'),
    `curl -sS --fail-with-body -X POST --form-string 'policy=p' -F 'file=@"a.pdf"' '${place.uploadUrl}'`,
  )
})

test('quotes file names for the shell', () => {
  const command = uploadCommand(place, `/tmp/it's $(here); rm.pdf`)
  assert.ok(command.includes(String.raw`-T '/tmp/it'\''s $(here); rm.pdf'`), command)
})

test('the next call has the options of this one', () => {
  const said = awaitingUpload(place, 'a.pdf', { formats: ['links'] })
  assert.equal(said['mode'], 'hosted-upload-ref-awaiting-upload')
  assert.deepEqual(said['nextToolCall'], {
    name: 'winnow_parse',
    arguments: { uploadRef: 'r', formats: ['links'] },
  })
})
