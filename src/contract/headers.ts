import { z } from 'zod'

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** HTTP headers to send along. Names and values that cannot be sent are refused here rather than on the way out. */
export const HeaderMap = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name))
      context.addIssue({ code: 'custom', path: [name], message: 'is not a valid header name' })
    if (!VALUE.test(value)) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must be a header value: one line of Latin characters',
      })
    }
  }
})
