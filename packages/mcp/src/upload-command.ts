import type { JsonObject } from './tool.ts'

/** Where the service wants the bytes of a file. */
export interface UploadPlace {
  uploadUrl: string
  uploadRef: string
  method?: 'PUT' | 'POST' | undefined
  headers?: Record<string, string> | undefined
  fields?: Record<string, string> | undefined
  expiresAt: string
  maxSizeBytes: number
}

/** The answer to a file that is with the caller: a command that uploads it, and the call to make then. */
export function awaitingUpload(place: UploadPlace, filePath: string, options: JsonObject): JsonObject {
  const { uploadUrl, uploadRef, method = 'PUT', headers = {}, fields, expiresAt, maxSizeBytes } = place
  return {
    success: true,
    mode: 'hosted-upload-ref-awaiting-upload',
    message: `This server cannot read ${filePath}. Run upload.command where the file is, then call winnow_parse with the uploadRef.`,
    upload: {
      command: uploadCommand(place, filePath),
      method,
      headers,
      ...(fields && { fields }),
      uploadUrl,
      uploadRef,
      expiresAt,
      maxSizeBytes,
    },
    nextToolCall: { name: 'winnow_parse', arguments: { uploadRef, ...options } },
    notes: [
      `The upload works until ${expiresAt}, once, for one file of at most ${maxSizeBytes} bytes.`,
      'The address is the credential: the command needs no API key, and must not be shared.',
    ],
  }
}

/** For a POSIX shell; every word that came from elsewhere is quoted. */
export function uploadCommand(
  { uploadUrl, method = 'PUT', headers = {}, fields = {} }: UploadPlace,
  filePath: string,
): string {
  const words = ['curl', '-sS', '--fail-with-body', '-X', method]
  const headerWords = Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)])
  const body =
    method === 'PUT'
      ? ['-T', quote(filePath)]
      : [
          ...Object.entries(fields).flatMap(([name, value]) => ['--form-string', quote(`${name}=${value}`)]),
          '-F',
          // In a form, curl itself reads commas, semicolons and quotes in the name of a file.
          quote(`file=@"${filePath.replaceAll(/["\\]/g, String.raw`\$&`)}"`),
        ]
  return [...words, ...headerWords, ...body, quote(uploadUrl)].join(' ')
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
