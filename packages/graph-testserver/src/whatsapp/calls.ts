import type { PhoneNumber } from '../business/phone-number.ts'
import { someMessageId } from '../ids.ts'
import type { Person } from '../people/person.ts'
import { tellAccount } from '../webhooks/tell.ts'
import { callerOf, contactOf, openWindow } from './inbound.ts'
import { unixOf } from './message.ts'

export interface RingingCall {
  id: string
  /** In seconds, for how long somebody has talked; 0: nobody has taken it. */
  end(seconds?: number): Promise<void>
}

/** A person calls: that opens the conversation for the business like a message. */
export async function ring(
  person: Person,
  number: PhoneNumber,
  { id = someMessageId(person.waId ?? person.name).replace('wamid', 'wacid'), at }: { id?: string; at?: Date } = {},
): Promise<RingingCall> {
  const { world, account } = number
  const begin = at ?? world.clock.now()
  openWindow(person, number, begin, false)
  const call = { id, to: number.display, ...callerOf(person, number), direction: 'USER_INITIATED' }
  const tell = (happened: object) =>
    tellAccount(world, account, {
      field: 'calls',
      number,
      value: {
        messaging_product: 'whatsapp',
        metadata: number.metadata,
        contacts: [contactOf(person, number)],
        calls: [{ ...call, ...happened }],
      },
    })
  await tell({ event: 'connect', timestamp: unixOf(begin), session: { sdp_type: 'offer', sdp: 'v=0' } })
  return {
    id,
    async end(seconds = 0) {
      const end = new Date(begin.getTime() + seconds * 1000)
      const talked = { start_time: unixOf(begin), end_time: unixOf(end), duration: seconds }
      await tell({
        event: 'terminate',
        timestamp: unixOf(end),
        status: seconds > 0 ? 'COMPLETED' : 'FAILED',
        ...(seconds > 0 && talked),
      })
    },
  }
}
