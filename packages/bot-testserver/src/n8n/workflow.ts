import { z } from 'zod'

const Response = z.object({
  status: z.number().int().default(200),
  body: z.unknown().optional(),
  /** Instead of a body: something that is no JSON. */
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
})

/** When and what the webhook node of a workflow answers. */
export const Respond = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('immediately') }),
  z.object({
    mode: z.literal('lastNode'),
    items: z.array(z.unknown()),
    data: z.enum(['firstEntry', 'allEntries', 'noData']).default('firstEntry'),
  }),
  z.object({ mode: z.literal('respondNode'), response: Response }),
  z.object({ mode: z.literal('streaming'), parts: z.array(z.string()) }),
  /** A node of the workflow fails. */
  z.object({ mode: z.literal('failing') }),
])
export type Respond = z.input<typeof Respond>

export const Authentication = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('basic'), user: z.string(), password: z.string() }),
  z.object({ kind: z.literal('header'), name: z.string(), value: z.string() }),
  z.object({ kind: z.literal('jwt'), secret: z.string() }),
])
export type Authentication = z.infer<typeof Authentication>

/** A message that the workflow sends by the messages API of the product, after it has answered. */
export const Later = z.object({
  url: z.string(),
  token: z.string(),
  /** Besides the number: a queue, a user, and so on. */
  message: z.looseObject({ body: z.string() }),
})
export type Later = z.infer<typeof Later>

/** A workflow as the control port takes it. */
export const WorkflowFields = z.object({
  method: z.enum(['POST', 'GET', 'PUT']).default('POST'),
  isActive: z.boolean().default(true),
  authentication: Authentication.default({ kind: 'none' }),
  /** The secret that the requests are signed with. */
  secret: z.string().optional(),
  respond: Respond.default({ mode: 'immediately' }),
  later: Later.optional(),
})

type Fields = z.infer<typeof WorkflowFields>

/** A request that a workflow has worked on. */
export interface Execution {
  path: string
  address: 'production' | 'test'
  body: unknown
  headers: Record<string, unknown>
  /** Of the raw body; `unchecked` if the workflow has no secret. */
  signature: 'right' | 'wrong' | 'missing' | 'unchecked'
}

/** In the same process a function may decide what is answered. */
export type Workflow = Omit<Fields, 'respond'> & { respond: Respond | ((execution: Execution) => Respond) }

export type WorkflowInput = Omit<z.input<typeof WorkflowFields>, 'respond'> & Partial<Pick<Workflow, 'respond'>>
