import type { z } from 'zod'
import type { ValidationIssue } from '../contract/validation-issue.ts'
import { Id } from '../contract/fields.ts'
import { validate } from '../contract/validate.ts'
import { Fault } from '../fault.ts'
import type { Paged, PageRequest, Team } from '../access/access.ts'
import { createTeams, readSetting } from '../store/store.ts'
import type { OpenDatabase } from '../store/store.ts'

type Options = Record<string, string | boolean | undefined>

/** Reads options by the rules of the API. A complaint names the option that stands for the field. */
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

/** The number that an option is; anything else is left for the schema to complain about. */
export function parseNumber(value: string | boolean | undefined): unknown {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

export function parseList(value: string | boolean | undefined): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
}

/** The id of a thing; `thing` says of what, with its article. */
export function readId(value: string | boolean | undefined, entityName: string): string {
  const { success, data } = Id.safeParse(value)
  if (!success) throw new Fault('BAD_REQUEST', `'${value}' is not the id of ${entityName}: an id is a UUID.`)
  return data
}

export interface Command {
  words: string[]
  arguments?: string[]
  options?: Record<string, string>
  required?: string[]
  summary: string
  /** Works on a database that must still be empty, so it is not opened as usual. */
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

/** A command that lists things of one team, such as its keys. */
export function teamListCommand(
  listName: string,
  summary: string,
  list: (database: Database, teamId: string, page: PageRequest) => Promise<Paged<unknown>>,
): Command {
  return {
    words: ['list', listName],
    options: { team: 'id of the team; the default one otherwise' },
    summary,
    async run({ database }, { values }) {
      const team = await teamFor(database, values)
      return listAll((page) => list(database, team.id, page))
    },
  }
}

/** The team that `--team` names, or the default one. */
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
  if (entity === undefined) throw new Fault('NOT_FOUND', `There is no ${entityName} ${id}.`)
  return entity
}

/** A setting that the first start makes. */
export async function requireSetting(database: Database, name: string): Promise<string> {
  const value = await readSetting<string>(database, name)
  if (value === undefined)
    throw new Fault('NOT_FOUND', "Nothing is set up yet: start the service once with 'npm start'.")
  return value
}
