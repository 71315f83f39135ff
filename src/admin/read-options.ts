import type { z } from 'zod'
import type { Complaint } from '../contract/complaint.ts'
import { Id } from '../contract/ids.ts'
import { validate } from '../contract/validate.ts'
import { Fault } from '../fault.ts'

/** The options of a command as they were typed. */
export type Options = Record<string, string | boolean | undefined>

/** Reads options by the rules of the API. A complaint names the option that stands for the field. */
export function readOptions<Schema extends z.ZodType>(
  schema: Schema,
  input: object,
  optionOf: Record<string, string>,
): z.output<Schema> {
  try {
    return validate(schema, input)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    const [{ path, message }] = cause.details as [Complaint]
    const option = optionOf[path.join('.')] ?? optionOf[path[0]!]
    throw new Fault('BAD_REQUEST', `${message.replace(/^\S+/, `--${option}`)}.`, { cause })
  }
}

/** The number that an option is; anything else is left for the schema to complain about. */
export function numberIn(value: string | boolean | undefined): unknown {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

/** The parts of an option that holds a list. */
export function listIn(value: string | boolean | undefined): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
}

/** The id of a thing; `thing` says of what, with its article. */
export function readId(value: string | boolean | undefined, thing: string): string {
  const { success, data } = Id.safeParse(value)
  if (!success) throw new Fault('BAD_REQUEST', `'${value}' is not the id of ${thing}: an id is a UUID.`)
  return data
}
