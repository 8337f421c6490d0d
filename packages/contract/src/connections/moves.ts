import { z } from 'zod'
import { ConnectionView } from './connection-view.ts'
import { LinkNumber } from './official-numbers.ts'
import { endpoint } from '../shared/call.ts'
import { Done, Id } from '../shared/fields.ts'

/** What a way to reach a number may have and another one lacks. */
export const wayTraits = [
  'freeAnswers',
  'groups',
  'edits',
  'deletions',
  'reactions',
  'pictures',
  'presence',
  'numberCheck',
  'history',
  'calls',
  'templates',
  'buttons',
  'peopleWithoutNumber',
  'withoutPhone',
] as const
export type WayTrait = (typeof wayTraits)[number]

/** What ends and what begins if a number is reached in the other way. */
export const MoveView = z.object({
  to: z.enum(['official', 'phone']),
  ends: z.array(z.enum(wayTraits)),
  begins: z.array(z.enum(wayTraits)),
})
export type MoveView = z.output<typeof MoveView>

const MoveParams = z.object({ id: Id })

export const moveCalls = {
  getMove: endpoint({
    method: 'GET',
    path: '/whatsapp/:id/move',
    summary: 'What ends and begins if a WhatsApp number is reached in the other way: officially, or by its phone',
    access: 'connections',
    feature: 'none',
    params: MoveParams,
    answer: MoveView,
  }),
  moveToOfficial: endpoint({
    method: 'POST',
    path: '/whatsapp/:id/move/official',
    summary: 'Reach the number of a paired phone by the Cloud API from now on, with a token that opens the same number',
    access: 'connections',
    feature: 'useWhatsapp',
    params: MoveParams,
    body: LinkNumber.omit({ name: true }),
    answer: ConnectionView,
  }),
  moveToPhone: endpoint({
    method: 'POST',
    path: '/whatsapp/:id/move/phone',
    summary:
      'Show a code that pairs the phone of a number of the Cloud API; it stays official until the phone is connected',
    access: 'connections',
    feature: 'useWhatsapp',
    params: MoveParams,
    answer: ConnectionView,
  }),
  endMoveToPhone: endpoint({
    method: 'DELETE',
    path: '/whatsapp/:id/move/phone',
    summary: 'Show no more codes: the number stays official',
    access: 'connections',
    feature: 'none',
    params: MoveParams,
    answer: Done,
  }),
} as const
