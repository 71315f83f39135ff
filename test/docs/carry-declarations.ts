import ts from 'typescript'

/**
 * JavaScript blocks of a page read like one program, but each runs as a module of its own. So a block gets the earlier
 * declarations of the names that it uses and does not declare: imports, constants and functions. They run again.
 */
export function carryDeclarations(earlier: readonly string[], code: string): string {
  const available = new Map<string, ts.Statement>()
  for (const statement of earlier.flatMap(statementsOf))
    for (const name of namesOf(statement)) available.set(name, statement)
  const own = statementsOf(code)
  const declared = new Set(own.flatMap(namesOf))
  const carried = new Set<ts.Statement>()
  const queue: ts.Node[] = [...own]
  for (const node of queue) {
    for (const name of usedIn(node)) {
      const statement = available.get(name)
      if (!statement || declared.has(name) || carried.has(statement)) continue
      carried.add(statement)
      queue.push(statement)
    }
  }
  const order = new Map([...new Set(available.values())].map((statement, place) => [statement, place]))
  return [...carried]
    .toSorted((one, other) => order.get(one)! - order.get(other)!)
    .map((statement) => `${statement.getText()}\n`)
    .concat(code)
    .join('')
}

function statementsOf(code: string): ts.Statement[] {
  return [...ts.createSourceFile('block.ts', code, ts.ScriptTarget.Latest, true).statements]
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isImportDeclaration(statement)) {
    const { name, namedBindings } = statement.importClause ?? {}
    const named =
      namedBindings === undefined
        ? []
        : ts.isNamespaceImport(namedBindings)
          ? [namedBindings.name.text]
          : namedBindings.elements.map((element) => element.name.text)
    return name ? [name.text, ...named] : named
  }
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundIn(name))
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [statement.name.text] : []
  return []
}

function boundIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundIn(element.name) : []))
}

function usedIn(node: ts.Node): string[] {
  const names: string[] = []
  const visit = (child: ts.Node) => {
    if (ts.isIdentifier(child)) names.push(child.text)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return names
}
