import type { z } from 'zod'
import type { ValidationIssue } from '../contract/validation-issue.ts'
import { Id } from '../contract/fields.ts'
import { validate } from '../contract/validate.ts'
import { Fault } from '../fault.ts'
import type { Paged, PageRequest, Team } from '../access/access.ts'
import { createTeams, readSetting } from '../store/store.ts'
import type { OpenDatabase } from '../store/store.ts'

type Options = Record<string, string | boolean | undefined>

/** Validates options by the rules of the API. An issue names the option for the field. */
export function readOptions<Schema extends z.ZodType>(
  schema: Schema,
  input: object,
  optionOf: Record<string, string> = {},
): z.output<Schema> {
  try {
    return validate(schema, input)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    const [{ path, message }] = cause.details as [ValidationIssue]
    const field = path.findLast((step) => typeof step === 'string') ?? ''
    const option = optionOf[field] ?? field
    throw new Fault('BAD_REQUEST', `${message.replace(/^\S+/, `--${option}`)}.`, { cause })
  }
}

/** Parses a number; other values stay unchanged, so that the schema reports them. */
export function parseNumber(value: string | boolean | undefined): unknown {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

export function parseList(value: string | boolean | undefined): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
}

/** Reads an id; `entityName` is the kind of entity with its article, for the error. */
export function readId(value: string | boolean | undefined, entityName: string): string {
  const { success, data } = Id.safeParse(value)
  if (!success) throw new Fault('BAD_REQUEST', `'${value}' is not the id of ${entityName}. An id is a UUID.`)
  return data
}

export interface Command {
  words: string[]
  arguments?: string[]
  options?: Record<string, string>
  required?: string[]
  summary: string
  /** Requires an empty database, so the database is not opened as usual. */
  restores?: true
  run(store: OpenDatabase, args: { values: Options; positionals: string[] }): Promise<unknown>
}

export async function listAll<Item>(list: (page: PageRequest) => Promise<Paged<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 100, cursor })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}

type Database = OpenDatabase['database']

/** A command that lists items of one team, such as its keys. */
export function teamListCommand(
  listName: string,
  summary: string,
  list: (database: Database, teamId: string, page: PageRequest) => Promise<Paged<unknown>>,
): Command {
  return {
    words: ['list', listName],
    options: { team: 'id of the team; default: the default team' },
    summary,
    async run({ database }, { values }) {
      const team = await teamFor(database, values)
      return listAll((page) => list(database, team.id, page))
    },
  }
}

/** The team given by `--team`, or the default one. */
export async function teamFor(database: Database, values: Options): Promise<Team> {
  const id =
    values.team === undefined
      ? await requireSetting(database, 'defaultTeamId')
      : readId(values.team, 'a team')
  return findOrFail(createTeams(database).find(id), 'team', id)
}

export async function findOrFail<Entity>(
  found: Promise<Entity | undefined>,
  entityName: string,
  id: string | undefined,
): Promise<Entity> {
  const entity = await found
  if (entity === undefined) throw new Fault('NOT_FOUND', `No ${entityName} has the id ${id}.`)
  return entity
}

/** A setting written by the first start. */
export async function requireSetting(database: Database, name: string): Promise<string> {
  const value = await readSetting<string>(database, name)
  if (value === undefined)
    throw new Fault(
      'NOT_FOUND',
      "The database has no default team yet. Start the service once with 'npm start'.",
    )
  return value
}
