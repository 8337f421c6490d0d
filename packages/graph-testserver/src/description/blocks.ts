import { z } from 'zod'
import { type Described, listing } from './forms.ts'

const asked = z.looseObject({
  messaging_product: z.string().optional(),
  block_users: z.array(z.looseObject({ user: z.string().optional() })).optional(),
})

const users = z.array(z.looseObject({ input: z.string(), wa_id: z.string().optional() }))

const done = (name: string): Described => ({
  asked,
  answers: { 200: z.looseObject({ messaging_product: z.string(), block_users: z.looseObject({ [name]: users }) }) },
})

/** `POST /{number}/block_users` */
export const block = done('added_users')

/** `DELETE /{number}/block_users` */
export const unblock = done('removed_users')

/** `GET /{number}/block_users` */
export const list = listing(z.looseObject({ messaging_product: z.string(), wa_id: z.string().optional() }))
