import type { Endpoint } from '@guiche/contract'
import { z } from 'zod'
import { shapeOf } from './contract-input.ts'

/** A place in the input of a call where a value of some kind is asked for. */
export interface Field {
  part: 'params' | 'query' | 'body' | 'form'
  /** Of the whole field, where the place may be deeper. */
  name: string
  /** The field with this in the place, and everything around it as it should be. */
  holding: (value: unknown) => unknown
  /** What else the place takes. */
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

/** Every number of a call, in whatever part of it and however deep. */
export const numbersOf = (endpoint: Endpoint): Field[] => fieldsOf(endpoint, isNumber)
/** Every text. */
export const textsOf = (endpoint: Endpoint): Field[] => fieldsOf(endpoint, isText)

const isFree = (json: Json) => json.const === undefined && json.enum === undefined
const isNumber = (json: Json) => (json.type === 'integer' || json.type === 'number') && isFree(json)
const isText = (json: Json) => json.type === 'string' && isFree(json)
const isSwitch = (json: Json) => json.type === 'boolean' && isFree(json)

function fieldsOf(endpoint: Endpoint, isWanted: (json: Json) => boolean): Field[] {
  return (['params', 'query', 'body', 'form'] as const).flatMap((part) =>
    Object.entries(shapeOf(endpoint[part])).flatMap(([name, field]) =>
      placesIn(jsonOf(field), isWanted).map((place) => ({ part, name, ...place })),
    ),
  )
}

const jsonOf = (schema: z.ZodType): Json =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))

type Place = Pick<Field, 'holding' | 'takes'>

function placesIn(json: Json, isWanted: (json: Json) => boolean): Place[] {
  const branches = branchesOf(json)
  const takes = { text: branches.some(isText), switch: branches.some(isSwitch) }
  const own: Place[] = branches.some(isWanted) ? [{ takes, holding: (value) => value }] : []
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

const within = (json: Json, isWanted: (json: Json) => boolean, wrap: (held: unknown) => unknown): Place[] =>
  placesIn(json, isWanted).map(({ takes, holding }) => ({ takes, holding: (value) => wrap(holding(value)) }))

const branchesOf = (json: Json): Json[] => json.anyOf?.flatMap(branchesOf) ?? [json]

function sampleOf({ type, enum: some, anyOf }: Json): unknown {
  if (some) return some[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0])
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return type === 'array' ? [] : 'Texto'
}
