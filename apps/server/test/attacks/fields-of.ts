import type { Endpoint } from '@guiche/contract'
import { z } from 'zod'
import { shapeOf } from './contract-input.ts'

/** A position in the input of a call that takes a certain kind of value. */
export interface Field {
  part: 'params' | 'query' | 'body' | 'form'
  /** The whole field, if the position is nested in it. */
  name: string
  /** Returns the field with the given value in this position and valid values everywhere else. */
  holding: (value: unknown) => unknown
  /** Other kinds of values that are valid in this position. */
  takes: { text: boolean; switch: boolean }
}

interface Json {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
}

/** All number fields of a call, in any part and at any depth. */
export const numbersOf = (endpoint: Endpoint): Field[] => fieldsOf(endpoint, isNumber)
/** All text fields. */
export const textsOf = (endpoint: Endpoint): Field[] => fieldsOf(endpoint, isText)
/** Every position for a value of any kind. */
export const placesOf = (endpoint: Endpoint): Field[] => fieldsOf(endpoint, () => true)

const isFree = (json: Json) => json.const === undefined && json.enum === undefined
const isNumber = (json: Json) => (json.type === 'integer' || json.type === 'number') && isFree(json)
const isText = (json: Json) => json.type === 'string' && isFree(json)
const isSwitch = (json: Json) => json.type === 'boolean' && isFree(json)

function fieldsOf(endpoint: Endpoint, isWanted: (json: Json) => boolean): Field[] {
  return (['params', 'query', 'body', 'form'] as const).flatMap((part) =>
    Object.entries(shapeOf(endpoint[part])).flatMap(([name, field]) =>
      positionsIn(jsonOf(field), isWanted).map((place) => ({ part, name, ...place })),
    ),
  )
}

const jsonOf = (schema: z.ZodType): Json =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))

type Position = Pick<Field, 'holding' | 'takes'>

function positionsIn(json: Json, isWanted: (json: Json) => boolean): Position[] {
  const branches = branchesOf(json)
  const takes = { text: branches.some(isText), switch: branches.some(isSwitch) }
  const own: Position[] = branches.some(isWanted) ? [{ takes, holding: (value) => value }] : []
  const deeper = branches.flatMap(({ items, properties = {}, required = [] }) => {
    const around = Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
    return [
      ...(items ? within(items, isWanted, (held) => [held]) : []),
      ...Object.entries(properties).flatMap(([name, field]) =>
        within(field, isWanted, (held) => ({ ...around, [name]: held })),
      ),
    ]
  })
  return [...own, ...deeper]
}

const within = (json: Json, isWanted: (json: Json) => boolean, wrap: (held: unknown) => unknown): Position[] =>
  positionsIn(json, isWanted).map(({ takes, holding }) => ({ takes, holding: (value) => wrap(holding(value)) }))

const branchesOf = (json: Json): Json[] => json.anyOf?.flatMap(branchesOf) ?? [json]

function sampleOf({ type, enum: some, anyOf }: Json): unknown {
  if (some) return some[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0])
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return type === 'array' ? [] : 'Texto'
}
