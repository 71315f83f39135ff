import type { Paged, PageRequest, Team } from '../access/access.ts'
import { Fault } from '../fault.ts'
import { createTeams, readSetting } from '../store/store.ts'
import type { OpenDatabase } from '../store/store.ts'
import { readId } from './read-options.ts'
import type { Options } from './read-options.ts'

/** One thing an operator can do from the command line. */
export interface Command {
  words: string[]
  arguments: string[]
  options: Record<string, string>
  required: string[]
  summary: string
  /** Works on a database that must still be empty, so it is not opened as usual. */
  restores?: true
  run(store: OpenDatabase, given: { values: Options; positionals: string[] }): Promise<unknown>
}

/** All pages of a list. */
export async function all<Item>(list: (page: PageRequest) => Promise<Paged<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 100, cursor })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}

/** The team that `--team` names, or the default one. */
export async function teamOf(database: OpenDatabase['database'], values: Options): Promise<Team> {
  const id =
    values.team === undefined ? await setting(database, 'defaultTeamId') : readId(values.team, 'a team')
  return existing(createTeams(database).find(id), 'team', id)
}

/** What was looked for, or that there is none. */
export async function existing<Thing>(
  found: Promise<Thing | undefined>,
  noun: string,
  id: string | undefined,
): Promise<Thing> {
  const thing = await found
  if (thing === undefined) throw new Fault('NOT_FOUND', `There is no ${noun} ${id}.`)
  return thing
}

/** A setting that the first start makes. */
export async function setting(database: OpenDatabase['database'], name: string): Promise<string> {
  const value = await readSetting<string>(database, name)
  if (value === undefined)
    throw new Fault('NOT_FOUND', "Nothing is set up yet: start the service once with 'npm start'.")
  return value
}
