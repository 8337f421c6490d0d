import {
  CompanyView,
  ConnectionView,
  ContactView,
  type Endpoint,
  PlanView,
  QueueView,
  SessionUser,
  TagView,
} from '@guiche/contract'
import { z } from 'zod'

interface Json {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
}

/**
 * Names of free texts that every attendant may see: those of users, queues, connections, tags, contacts, companies and
 * plans.
 */
const harmless = new Set(
  [CompanyView, ConnectionView, ContactView, PlanView, QueueView, SessionUser, TagView].flatMap((view) =>
    textsIn(jsonOf(view), ''),
  ),
)

/**
 * Whether an answer may contain text of a conversation: it has a free text with a name that those views do not have, or
 * a value without a schema. New calls are included until their schema proves that they cannot.
 */
export const mayShowMessages = ({ answer }: Endpoint): boolean =>
  textsIn(jsonOf(answer), '').some((name) => !harmless.has(name))

function jsonOf(schema: z.ZodType): Json {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })))
}

/** The names of free texts in a schema; an empty name outside of objects. */
function textsIn(json: Json, name: string): string[] {
  const { type, anyOf, items, properties, additionalProperties } = json
  if (anyOf) return anyOf.flatMap((branch) => textsIn(branch, name))
  if (items) return textsIn(items, name)
  if (type === 'object')
    return [
      ...Object.entries(properties ?? {}).flatMap(([key, field]) => textsIn(field, key)),
      ...(typeof additionalProperties === 'object' ? textsIn(additionalProperties, '') : []),
    ]
  if (type === 'string') return json.enum || json.const !== undefined || json.format ? [] : [name]
  return type === undefined && json.const === undefined && !json.enum ? [name] : []
}
