import { type Node, isPropertyAccessExpression } from 'typescript/unstable/ast'
import { type Type, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import { composer, isSql } from './compose.ts'
import { type Program, walk } from './program.ts'

export interface Statement {
  /** File and line. */
  where: string
  /** Undefined: only the running program knows it. */
  text: string | undefined
  /** The declared type of its rows; none if nobody reads them. */
  fields: Field[]
  /** The caller may name more fields. */
  isGeneric: boolean
}

export interface Field {
  name: string
  isOptional: boolean
  mayBeNull: boolean
  /** As written in the source. */
  type: string
  /** The values that the type allows, if it lists them. */
  words(): string[] | undefined
  /** Whether the type matches what PostgreSQL returns. */
  fits(kind: Kind): boolean
}

export type Kind = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'number[]' | 'string[]' | 'json'

/** Statements that are run, or whose rows have a type. */
export function readStatements(program: Program, isWanted: (fileName: string) => boolean): Statement[] {
  const compose = composer(program)
  const fieldsOf = fieldReader(program)
  const statements: Statement[] = []
  for (const file of program.files.filter(({ fileName }) => isWanted(fileName)))
    walk(file, (node) => {
      if (!isSql(node)) return
      const row = node.typeArguments?.[0]
      const { fields, isGeneric } = row ? fieldsOf(row) : { fields: [], isGeneric: false }
      if (!isRun(node) && fields.length === 0) return
      const line = file.text.slice(0, node.getStart()).split('\n').length
      const where = `${file.fileName.split('/apps/server/')[1]}:${line}`
      statements.push({ where, text: compose(node), fields, isGeneric })
    })
  return statements
}

const isRun = ({ parent }: Node) => isPropertyAccessExpression(parent) && parent.name.text === 'execute'

function fieldReader({ checker }: Program): (typeNode: Node) => Pick<Statement, 'fields' | 'isGeneric'> {
  const declared = (name: string) => {
    const symbol = checker.resolveName(name, SymbolFlags.Interface)
    if (!symbol) throw new Error(`the compiler knows no ${name}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }
  const kinds: Partial<Record<Kind, Type>> = {
    number: checker.getNumberType(),
    string: checker.getStringType(),
    boolean: checker.getBooleanType(),
    Date: declared('Date'),
    Buffer: declared('Buffer'),
  }
  const scalars = Object.values(kinds)
  const none = checker.getNullType()

  return (typeNode) => {
    const given = checker.getTypeAtLocation(typeNode)
    const isGeneric = given !== undefined && (given.flags & TypeFlags.TypeParameter) !== 0
    const row = isGeneric ? checker.getBaseConstraintOfType(given) : given
    // A part of a statement that is a single value, such as a condition.
    if (!row || !(row.flags & (TypeFlags.Object | TypeFlags.Intersection)) || scalars.includes(row))
      return { fields: [], isGeneric }
    const fields = checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbolAtLocation(property, typeNode)
      const base = checker.getNonNullableType(type) ?? type
      const isAny = (base.flags & TypeFlags.AnyOrUnknown) !== 0
      return {
        name: property.name,
        isOptional: (property.flags & SymbolFlags.Optional) !== 0,
        mayBeNull: isAny || checker.isTypeAssignableTo(none, type),
        type: checker.typeToString(type),
        words: () => wordsOf(base),
        fits: (kind: Kind) => isAny || isLike(base, kind),
      }
    })
    return { fields, isGeneric }
  }

  /** A type may be narrower than PostgreSQL's, such as one of three words. */
  function isLike(type: Type, kind: Kind): boolean {
    if (kind === 'json') return true
    const list = /^(number|string)\[\]$/.exec(kind)?.[1]
    if (list) return new RegExp(`^(readonly )?${list}\\[\\]$`).test(checker.typeToString(type))
    const known = kinds[kind]
    return known !== undefined && (checker.isTypeAssignableTo(type, known) || checker.isTypeAssignableTo(known, type))
  }
}

function wordsOf(type: Type): string[] | undefined {
  const words = (type.isUnionType() ? type.getTypes() : [type]).map((one) =>
    one.isStringLiteralType() ? one.value : undefined,
  )
  return words.every((word) => word !== undefined) ? words : undefined
}
