import {
  type Expression,
  type Node,
  type TaggedTemplateExpression,
  SyntaxKind,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import { SymbolFlags } from 'typescript/unstable/sync'
import { type Program, walk } from './program.ts'

/** Code, and the values of the parameters in it. */
interface Bound {
  node: Node
  names: Names
}
type Names = ReadonlyMap<string, Bound | 'absent'>
type Func = Node & { parameters: readonly Node[]; body?: Node | undefined }

export const isSql = (node: Node): node is TaggedTemplateExpression =>
  isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql'

const deepest = 12

/**
 * Returns the SQL of a template, with `$1`, `$2` … for parameters. Its parts are resolved where they are defined; of
 * alternatives the first readable one is used. Undefined: a part can only be computed by the running program.
 */
export function composer({ checker, project, callsOf }: Program) {
  return function compose(template: TaggedTemplateExpression): string | undefined {
    let parameters = 0
    return textOf({ node: template, names: new Map() }, 0)

    function textOf({ node, names }: Bound, depth: number): string | undefined {
      if (depth > deepest) return undefined
      if (isSql(node)) return ofTemplate(node, names, depth)
      const made = fromLibrary(node, names, depth)
      if (made !== undefined) return made
      for (const value of valuesOf({ node, names }, depth)) {
        const before = parameters
        const text = value.node === node ? undefined : textOf(value, depth + 1)
        if (text !== undefined) return text
        parameters = before
      }
      return isCondition(node) ? 'true' : undefined
    }

    function ofTemplate({ template }: TaggedTemplateExpression, names: Names, depth: number): string | undefined {
      if (!isTemplateExpression(template)) return template.text
      let text = template.head.text
      for (const { expression, literal } of template.templateSpans) {
        const part = isPart(expression) ? textOf({ node: expression, names }, depth + 1) : `$${(parameters += 1)}`
        if (part === undefined) return undefined
        text += part + literal.text
      }
      return text
    }

    /** `sql.lit` and similar functions. */
    function fromLibrary(node: Node, names: Names, depth: number): string | undefined {
      if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined
      const { expression: object, name } = node.expression
      if (!isIdentifier(object) || object.text !== 'sql') return undefined
      const [given, separator] = node.arguments
      if (!given) return undefined
      if (name.text === 'lit') return literal(given)
      if (name.text === 'ref' || name.text === 'table') return nameOf(given)
      if (name.text !== 'join') return undefined
      const between = separator ? (textOf({ node: separator, names }, depth + 1) ?? ', ') : ', '
      const [list] = valuesOf({ node: given, names }, depth)
      if (!list || !isArrayLiteralExpression(list.node)) return isCondition(given) ? 'true' : undefined
      const parts = list.node.elements.map((element) =>
        isSpreadElement(element) ? 'true' : textOf({ node: element, names: list.names }, depth + 1),
      )
      return parts.includes(undefined) ? undefined : parts.join(between)
    }

    /** The first of several possible values. */
    function nameOf(node: Node): string | undefined {
      if (isStringLiteral(node)) return `"${node.text}"`
      const type = checker.getTypeAtLocation(node)
      const [first] = type?.isUnionType() ? type.getTypes() : []
      return first?.isStringLiteralType() ? `"${first.value}"` : undefined
    }

    function literal(node: Node): string {
      const type = checker.getTypeAtLocation(node)
      return type && checker.isTypeAssignableTo(type, checker.getNumberType()) ? '1' : `'x'`
    }
  }

  /** The value of an expression, if it can be read from the source. */
  function valuesOf(bound: Bound, depth: number): Bound[] {
    const { node, names } = bound
    if (depth > deepest) return []
    const again = (next: Node, within = names) => valuesOf({ node: next, names: within }, depth + 1)
    if (isParenthesizedExpression(node) || isAsExpression(node)) return again(node.expression)
    if (isConditionalExpression(node)) {
      const isAbsent = isIdentifier(node.condition) && names.get(node.condition.text) === 'absent'
      return isAbsent ? again(node.whenFalse) : [...again(node.whenTrue), ...again(node.whenFalse)]
    }
    if (isPropertyAccessExpression(node)) {
      return again(node.expression).flatMap((object) => propertyOf(object, node.name.text, depth))
    }
    if (isElementAccessExpression(node)) {
      return again(node.expression).flatMap((object) => propertiesOf(object, depth))
    }
    if (isCallExpression(node)) {
      const func = functionOf(node.expression, names, depth)
      if (!func) return [bound]
      const inside = namesWithin(func, node.arguments, names, depth)
      return resultsOf(func).flatMap((result) => again(result, inside))
    }
    if (isIdentifier(node)) return valuesOfName(node.text, node, names, depth)
    return [bound]
  }

  function valuesOfName(name: string, node: Node, names: Names, depth: number): Bound[] {
    const known = names.get(name)
    if (known === 'absent') return []
    if (known) return valuesOf(known, depth + 1)
    const declaration = declarationOf(node)
    if (!declaration) return []
    if (isVariableDeclaration(declaration) && declaration.initializer)
      return valuesOf({ node: declaration.initializer, names }, depth + 1)
    const func = functionAround(declaration)
    if (!func) return []
    return callsOf(func.name).flatMap((call) => {
      if (!isCallExpression(call)) return []
      const value = namesWithin(func.node, call.arguments, new Map(), depth).get(name)
      return value && value !== 'absent' ? valuesOf(value, depth + 1) : []
    })
  }

  function propertyOf({ node, names }: Bound, name: string, depth: number): Bound[] {
    if (!isObjectLiteralExpression(node)) return []
    return node.properties.flatMap((property) => {
      if (isPropertyAssignment(property) && property.name.getText() === name)
        return valuesOf({ node: property.initializer, names }, depth + 1)
      if (isShorthandPropertyAssignment(property) && property.name.getText() === name)
        return valuesOfName(name, property.name, names, depth + 1)
      return []
    })
  }

  function propertiesOf({ node, names }: Bound, depth: number): Bound[] {
    if (!isObjectLiteralExpression(node)) return []
    return node.properties.flatMap((property) =>
      isPropertyAssignment(property) ? valuesOf({ node: property.initializer, names }, depth + 1) : [],
    )
  }

  function namesWithin(func: Func, given: readonly Expression[], names: Names, depth: number): Names {
    const inside = new Map<string, Bound | 'absent'>()
    func.parameters.forEach((parameter, index) => {
      if (!isParameterDeclaration(parameter)) return
      const argument = given[index]
      const bind = (name: string, value: Node | undefined, otherwise: Node | undefined) => {
        if (value) inside.set(name, { node: value, names })
        else inside.set(name, otherwise ? { node: otherwise, names: inside } : 'absent')
      }
      if (isIdentifier(parameter.name)) return bind(parameter.name.text, argument, parameter.initializer)
      if (!isObjectBindingPattern(parameter.name)) return
      for (const element of parameter.name.elements) {
        if (!isBindingElement(element) || !element.name || !isIdentifier(element.name)) continue
        const field = element.propertyName?.getText() ?? element.name.text
        const [value] = argument
          ? valuesOf({ node: argument, names }, depth + 1).flatMap((object) => propertyOf(object, field, depth + 1))
          : []
        if (value) inside.set(element.name.text, value)
        else bind(element.name.text, undefined, element.initializer)
      }
    })
    return inside
  }

  function functionOf(callee: Node, names: Names, depth: number): Func | undefined {
    if (!isIdentifier(callee) || depth > deepest) return undefined
    const known = names.get(callee.text)
    if (known && known !== 'absent') return isArrowFunction(known.node) ? known.node : undefined
    const declaration = declarationOf(callee)
    if (declaration && isFunctionDeclaration(declaration)) return declaration
    const made = declaration && isVariableDeclaration(declaration) ? declaration.initializer : undefined
    return made && isArrowFunction(made) ? made : undefined
  }

  function declarationOf(node: Node): Node | undefined {
    let symbol = checker.getSymbolAtLocation(node)
    const { parent } = node
    if (parent && isShorthandPropertyAssignment(parent)) symbol = checker.getShorthandAssignmentValueSymbol(parent)
    if (symbol && symbol.flags & SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
    return symbol?.valueDeclaration?.resolve(project)
  }

  function isPart(node: Node): boolean {
    return typeNameOf(node).startsWith('RawBuilder<')
  }

  function isCondition(node: Node): boolean {
    return /^RawBuilder<(SqlBool|boolean)>(\[\])?$/.test(typeNameOf(node))
  }

  function typeNameOf(node: Node): string {
    const type = checker.getTypeAtLocation(node)
    return type
      ? checker.typeToString(checker.getNonNullableType(type) ?? type).replace(/^Condition\b/, 'RawBuilder<SqlBool>')
      : ''
  }
}

function resultsOf({ body }: Func): Node[] {
  if (!body) return []
  if (body.kind !== SyntaxKind.Block) return [body]
  const results: Node[] = []
  walk(body, (node) => {
    if (isReturnStatement(node) && node.expression) results.push(node.expression)
  })
  return results.toReversed()
}

function functionAround(node: Node): { node: Func; name: string } | undefined {
  for (let at: Node | undefined = node; at; at = at.parent) {
    if (isFunctionDeclaration(at) && at.name) return { node: at, name: at.name.text }
    if (isArrowFunction(at) && at.parent && isVariableDeclaration(at.parent) && isIdentifier(at.parent.name))
      return { node: at, name: at.parent.name.text }
  }
  return undefined
}
