/** A JSON Schema, as far as zod writes them. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  not?: Schema
  description?: string
  default?: unknown
}

/** Whether callers write it, and may leave out what has a default, or read it. */
export type Direction = 'input' | 'output'

/** Types that have a name: how each would be spelled out, and what it is called. */
export type Names = ReadonlyMap<string, string>

/** The fields that are taken only because other clients send them are nothing to offer. */
const HIDDEN_FIELDS = /^(?:Accepted and ignored|Not for files:|Calls of third-party tools)/

/** A schema as a TypeScript type, on one line and without comments. Two schemas with the same text are the same type. */
function renderType(schema: Schema, side: Direction, names: Names): string {
  const text = renderUnnamedType(schema, side, names)
  return names.get(text) ?? text
}

/** The declaration of a named type, with a comment at every field that has a description. */
export function declare(name: string, schema: Schema, side: Direction, names: Names, about?: string): string {
  const comment = jsdoc(about ?? schema.description, undefined, '')
  const others = new Map([...names].filter(([, each]) => each !== name))
  if (schema.properties === undefined)
    return `${comment}export type ${name} =${withLeadingSpace(writeType(schema, side, others, ''))}\n`
  const bases = basesOf(schema, side, others)
  const inherited = new Set(bases.flatMap(({ fields }) => fields))
  const fields = visibleFields(schema).filter(([field]) => !inherited.has(field))
  const extending = bases.length > 0 ? ` extends ${bases.map((base) => base.name).join(', ')}` : ''
  return `${comment}export interface ${name}${extending} {\n${writeFields(fields, schema, side, others, '  ')}}\n`
}

function writeFields(
  fields: [string, Schema][],
  { required = [] }: Schema,
  side: Direction,
  names: Names,
  indent: string,
): string {
  return fields
    .map(([field, schema]) => {
      const isRequired = required.includes(field)
      const type = writeType(schema, side, names, indent)
      const optional = !isRequired && side === 'input' ? `${type} | undefined` : type
      const comment = jsdoc(schema.description, side === 'input' ? schema.default : undefined, indent)
      return `${comment}${indent}${quote(field)}${isRequired ? '' : '?'}:${withLeadingSpace(optional)}\n`
    })
    .join('')
}

/** Like `spell`, but objects that are too long for a line get one line for each field, with its comment. */
function writeType(schema: Schema, side: Direction, names: Names, indent: string): string {
  const short = renderType(schema, side, names)
  const isPlain = !hasComments(schema) || names.has(renderUnnamedType(schema, side, names))
  if (indent.length + short.length < 90 && isPlain) return short
  if (schema.items?.properties && schema.type === 'array')
    return writeList(writeType(schema.items, side, names, indent), side)
  const variants = schema.anyOf ?? schema.oneOf
  if (schema.enum && !names.has(renderUnnamedType(schema, side, names)))
    return schema.enum.map((each) => `\n${indent}  | ${literal(each)}`).join('')
  if (variants && !names.has(renderUnnamedType(schema, side, names)))
    return variants
      .map((each) => {
        const lines = writeType(each, side, names, indent)
        return lines.startsWith('\n')
          ? lines
          : `\n${indent}  | ${writeType(each, side, names, `${indent}    `)}`
      })
      .join('')
  if (!schema.properties || names.has(renderUnnamedType(schema, side, names))) return short
  const bases = basesOf(schema, side, names)
  const inherited = new Set(bases.flatMap(({ fields }) => fields))
  const fields = visibleFields(schema).filter(([field]) => !inherited.has(field))
  const base = bases.map(({ name }) => `${name} & `).join('')
  return `${base}{\n${writeFields(fields, schema, side, names, `${indent}  `)}${indent}}`
}

/** A type after a colon or an equals sign; a union over several lines begins on its own. */
function withLeadingSpace(type: string): string {
  return type.startsWith('\n') ? type : ` ${type}`
}

function hasComments(schema: Schema): boolean {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items?.properties ? [schema.items] : []),
  ]
  return parts.some((part) => part.description !== undefined || hasComments(part))
}

/** The named objects whose fields this one has too; the largest wins. */
function basesOf(schema: Schema, side: Direction, names: Names): { name: string; fields: string[] }[] {
  const own = new Set(members(schema, side, names))
  const candidates = [...names]
    .filter(([text]) => text.startsWith('{ ') && text.endsWith(' }'))
    .map(([text, name]) => ({ name, parts: splitMembers(text) }))
    .filter(
      ({ parts }) => parts.length > 8 && parts.length < own.size && parts.every((part) => own.has(part)),
    )
    .sort((a, b) => b.parts.length - a.parts.length)
  return candidates
    .slice(0, 1)
    .map(({ name, parts }) => ({ name, fields: parts.map((part) => part.replace(/\??:.*$/s, '')) }))
}

/** Splits the fields of an object type at the top level. */
function splitMembers(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 2
  for (let at = 2; at < text.length - 2; at++) {
    if ('{[(<'.includes(text[at]!)) depth++
    if ('}])>'.includes(text[at]!)) depth--
    if (depth === 0 && text.startsWith('; ', at)) {
      parts.push(text.slice(from, at))
      from = at + 2
    }
  }
  return [...parts, text.slice(from, -2)]
}

/** A schema as a type without looking at what it is itself called. */
export function renderUnnamedType(schema: Schema, side: Direction, names: Names): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map((each) => renderType(each, side, names)))].join(' | ')
  if (schema.not) return 'never'
  if (Array.isArray(schema.type))
    return schema.type.map((type) => renderType({ ...schema, type }, side, names)).join(' | ')
  return renderByType(schema, side, names)
}

function renderByType(schema: Schema, side: Direction, names: Names): string {
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return renderArray(schema, side, names)
    case 'object':
      return renderObject(schema, side, names)
    default:
      return 'unknown'
  }
}

function renderArray({ items, prefixItems }: Schema, side: Direction, names: Names): string {
  if (prefixItems) return `[${prefixItems.map((each) => renderType(each, side, names)).join(', ')}]`
  const item = items ? renderType(items, side, names) : 'unknown'
  return writeList(item, side)
}

/** Callers may hand over lists that they promised to leave alone. */
function writeList(item: string, side: Direction): string {
  const list = /^(?!\{).* [|&] /.test(item) || /\} \| /.test(item) ? `(${item})[]` : `${item}[]`
  return side === 'input' ? `readonly ${list}` : list
}

function renderObject(schema: Schema, side: Direction, names: Names): string {
  const { properties, additionalProperties } = schema
  if (!properties || Object.keys(properties).length === 0) {
    const values =
      typeof additionalProperties === 'object' ? renderType(additionalProperties, side, names) : 'unknown'
    return `Record<string, ${values}>`
  }
  return `{ ${members(schema, side, names).join('; ')} }`
}

function members(schema: Schema, side: Direction, names: Names): string[] {
  const { required = [] } = schema
  return visibleFields(schema).map(([field, value]) => {
    const type = renderType(value, side, names)
    if (required.includes(field)) return `${quote(field)}: ${type}`
    return side === 'input' ? `${quote(field)}?: ${type} | undefined` : `${quote(field)}?: ${type}`
  })
}

function visibleFields({ properties = {} }: Schema): [string, Schema][] {
  return Object.entries(properties).filter(([, { description = '' }]) => !HIDDEN_FIELDS.test(description))
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value)
}

function quote(field: string): string {
  return /^[\w$]+$/.test(field) ? field : literal(field)
}

const WIDTH = 110

function jsdoc(description: string | undefined, value: unknown, indent: string): string {
  const hasDefault = value !== undefined && JSON.stringify(value) !== '{}' && JSON.stringify(value) !== '[]'
  const text = [description, hasDefault && `Default: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ')
  if (text === '') return ''
  if (indent.length + text.length + 7 <= WIDTH) return `${indent}/** ${text} */\n`
  const lines = ['']
  for (const word of text.split(' ')) {
    if (indent.length + 3 + lines.at(-1)!.length + word.length + 1 > WIDTH) lines.push('')
    lines[lines.length - 1] += lines.at(-1) === '' ? word : ` ${word}`
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}
