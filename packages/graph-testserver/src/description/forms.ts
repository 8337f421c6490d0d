import { z } from 'zod'

/** What Meta's description says of one call. It forbids nothing that it does not name. */
export interface Described {
  /** Of the query and the body together; files have their names there too. */
  asked?: z.ZodType
  /** By status. A refusal of any other status has the form of all refusals. */
  answers: Record<number, z.ZodType>
  /** Instead of them if the call names its `fields`: then only those are there. */
  chosen?: Record<number, z.ZodType>
}

export const Product = z.literal('whatsapp')

export const upTo = (length: number) => z.string().max(length)

export const anyOf = <const Names extends readonly string[]>(...names: Names) => z.enum(names)

/** The address may be empty where that takes something back. */
export const AddressOrNone = z.union([z.url(), z.literal('')])

const succeeded = { 200: z.looseObject({ success: z.boolean() }) }

/** A call that only succeeds. */
export const doing = (asked?: z.ZodType): Described => ({ ...(asked && { asked }), answers: succeeded })

/** A call that shows one thing. */
export const showing = (one: z.ZodObject, asked?: z.ZodType): Described => ({
  ...(asked && { asked }),
  answers: { 200: one },
  chosen: { 200: one.partial() },
})

/** A call that lists things, page by page. */
export const listing = (one: z.ZodObject, asked?: z.ZodType): Described => ({
  ...(asked && { asked }),
  answers: { 200: listOf(one) },
  chosen: { 200: listOf(one.partial()) },
})

const listOf = (one: z.ZodType) => z.looseObject({ data: z.array(one), paging: Paging.optional() })

const text = z.string().optional()

const Paging = z.looseObject({
  cursors: z.looseObject({ before: text, after: text }).optional(),
  next: text,
  previous: text,
})

/** The page of a list that is asked for. */
export const Page = z.looseObject({
  fields: text,
  limit: z.coerce.number().int().min(1).max(100).optional(),
  after: text,
  before: text,
})

/** The form of every refusal. */
export const Refused = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    code: z.number().int(),
    error_subcode: z.number().int().optional(),
    fbtrace_id: text,
    is_transient: z.boolean().optional(),
    error_user_title: text,
    error_user_msg: text,
  }),
})
