import { z } from 'zod'
import type { Ask, Reply } from '../http/ask.ts'
import { paged } from '../http/paging.ts'
import type { Person } from '../people/person.ts'
import { obeying } from '../refusals/obey.ts'
import { refuse, toldError } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { mayUse } from './number-calls.ts'
import type { PhoneNumber } from './phone-number.ts'

const Users = z.object({
  messaging_product: z.literal('whatsapp'),
  block_users: z.array(z.object({ user: z.string().optional(), user_id: z.string().optional() })).min(1),
})

const mostBlocked = 64_000

/** `POST /{number}/block_users`: only people who wrote within the window. */
export function block(ask: Ask, number: PhoneNumber, world: World): Reply {
  return change(ask, number, world, 'added_users', (person) => {
    if (!person || !number.hasWindow(person)) return 'The user did not write in the last 24 hours.'
    if (number.blocked.size >= mostBlocked) return 'There are too many blocked users.'
    number.blocked.add(person)
    return undefined
  })
}

/** `DELETE /{number}/block_users` */
export function unblock(ask: Ask, number: PhoneNumber, world: World): Reply {
  return change(ask, number, world, 'removed_users', (person) => {
    if (!person || !number.blocked.delete(person)) return 'The user is not blocked.'
    return undefined
  })
}

/** `GET /{number}/block_users` */
export function list(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, world)
  const show = (person: Person) => ({ messaging_product: 'whatsapp', wa_id: person.waId })
  return { status: 200, body: paged(ask, world.baseUrl(), [...number.blocked], show) }
}

type Doing = (person: Person | undefined) => string | undefined

function change(ask: Ask, number: PhoneNumber, world: World, name: 'added_users' | 'removed_users', run: Doing): Reply {
  mayUse(ask, number, world)
  const done: object[] = []
  const failed: object[] = []
  for (const { user, user_id } of obeying(Users, ask.params).block_users) {
    const person =
      user === undefined
        ? world.directory.personByUserId(number.account.business, user_id ?? '')
        : world.directory.personByNumber(user.replace('+', ''))
    const problem = run(person)
    const one = { input: user ?? user_id, wa_id: person?.waId ?? user }
    if (problem === undefined) done.push(one)
    else failed.push({ ...one, errors: [toldError(139100, problem)] })
  }
  const users = { [name]: done, ...(failed.length > 0 && { failed_users: failed }) }
  const body = { messaging_product: 'whatsapp', block_users: users }
  if (failed.length === 0) return { status: 200, body }
  const refusal = refuse(139100, { details: 'Some users could not be blocked or unblocked.' }).answer
  const error = typeof refusal.body === 'object' && refusal.body !== null ? refusal.body : {}
  return { status: 400, body: { ...body, ...error } }
}
