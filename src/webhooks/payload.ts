import type { Delivery, Target } from './outbox.ts'

/** The body of a delivery. It is put together from text, so that a document of megabytes is not read and written anew. */
export function payloadOf(
  { id, jobId, type, success, error, data }: Delivery,
  { metadata }: Pick<Target, 'metadata'>,
): Buffer {
  const fields = [
    `"success":${success}`,
    `"type":${JSON.stringify(type)}`,
    `"id":${JSON.stringify(jobId)}`,
    `"webhookId":${JSON.stringify(id)}`,
    `"data":${data}`,
    ...(error === null ? [] : [`"error":${JSON.stringify(error)}`]),
    `"metadata":${JSON.stringify(metadata)}`,
  ]
  return Buffer.from(`{${fields.join(',')}}`)
}
