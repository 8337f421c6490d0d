import { z } from 'zod'
import type { App } from '../access/app.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import type { GraphServer } from '../graph-server.ts'
import type { Person } from '../people/person.ts'
import { figuresOf, fillPhone } from './past-of-phone.ts'
import type { SentFile } from './talks.ts'

const Share = z.object({ isOn: z.boolean() })
const Contact = z.object({ isSaved: z.boolean() })

const friend = { name: 'Sílvia Prates', number: '5511966661234' }

interface Parts {
  server: GraphServer
  app: App
  number: PhoneNumber
  customer: Person
  picture: SentFile
}

/** The phone of the shop whose number is on it and at the Cloud API: what the page shows of it, and can do with it. */
export function phoneOfShop({ server, app, number, customer, picture }: Parts) {
  const { phoneApp: phone } = number
  if (!phone) throw new Error(`${number.display} is on no phone`)
  fillPhone(phone, server, customer, picture)
  let isFriendSaved = false
  return {
    view: () => ({
      display: `+${number.display}`,
      id: number.id,
      accountId: number.account.id,
      isConnected: number.account.subscribedApps.has(app),
      ...figuresOf(phone, server.clock.now()),
      sharesHistory: phone.sharesHistory,
      isAsked: phone.asked.has('history'),
      friend: friend.name,
      isFriendSaved,
    }),
    actions: {
      'POST /share': (body: unknown) => void (phone.sharesHistory = Share.parse(body).isOn),
      /** Told again it has the same ids. */
      'POST /history': () => phone.sync('history'),
      'POST /contact': async (body: unknown) => {
        const { isSaved } = Contact.parse(body)
        await phone.changeContact(isSaved ? 'add' : 'remove', friend.name, friend.number)
        isFriendSaved = isSaved
      },
    },
  }
}
