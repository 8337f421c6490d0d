import type { Business } from '../business/business.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import type { InstagramAccount } from '../pages/instagram-account.ts'
import { type PageChat, pageChat } from '../pages/page-chat.ts'
import type { Page } from '../pages/page.ts'
import { WhatsAppChat } from '../whatsapp/whatsapp-chat.ts'
import type { World } from '../world.ts'
import type { Inbox } from './inbox.ts'
import { inbox } from './inbox.ts'

export interface PersonOptions {
  /** As WhatsApp calls the number, if not as it is dialled: `553187654321` for `5531987654321`. */
  waId?: string
  username?: string
  /** Businesses that do not know the number yet see the username only. */
  hidesNumber?: boolean
  country?: string
}

/** A customer: on WhatsApp with a number, on Messenger and on Instagram. */
export class Person {
  number: string | undefined
  waId: string | undefined
  name: string
  username: string | undefined
  hidesNumber: boolean
  readonly country: string
  /** Messages are delivered and confirmed; otherwise they wait until `goOnline`. */
  isOnline = true
  /** Whether deliveries are confirmed: without it `read` comes without `delivered`. */
  confirmsDelivery = true
  readsAtOnce = false
  /** Every message fails with this code, such as 131026. */
  failsWith: number | undefined
  /** Marketing fails with this code, such as 131049, 131050 or 130472. */
  marketingFailsWith: number | undefined
  /** The answer to a call for the profile of somebody at a page, such as 230. */
  profileFailsWith: number | undefined
  /** What came from businesses, on all channels, oldest first. */
  readonly inbox: Inbox = inbox()
  readonly world: World
  readonly #pages = new Map<Page | InstagramAccount, PageChat>()

  constructor(world: World, number: string | undefined, name: string, options: PersonOptions = {}) {
    const { waId = number, username, hidesNumber = number === undefined, country = 'BR' } = options
    this.world = world
    this.number = number
    this.waId = waId
    this.name = name
    this.username = username
    this.hidesNumber = hidesNumber
    this.country = country
  }

  /** The conversation with a number on WhatsApp. */
  chat(number: PhoneNumber): WhatsAppChat {
    return new WhatsAppChat(this, number)
  }

  /** The conversation with a page on Messenger, or with an account on Instagram. */
  at(page: Page | InstagramAccount): PageChat {
    const known = this.#pages.get(page)
    if (known) return known
    const chat = pageChat(this, page)
    this.#pages.set(page, chat)
    return chat
  }

  /** The same with an id that the test chooses. */
  atAs(page: Page | InstagramAccount, id: string): PageChat {
    const chat = pageChat(this, page, id)
    this.#pages.set(page, chat)
    return chat
  }

  /** The id by which the numbers of a portfolio know this person. */
  userIdAt(business: Business): string {
    return business.userIdOf(this)
  }

  goOffline(): void {
    this.isOnline = false
  }

  /** Gets what was written meanwhile. */
  async goOnline(): Promise<void> {
    this.isOnline = true
    for (const deliver of this.#waiting.splice(0)) await deliver()
  }

  /** Does it now, or when the person is online again. */
  async whenOnline(deliver: () => Promise<void>): Promise<void> {
    if (this.isOnline) await deliver()
    else this.#waiting.push(deliver)
  }

  readonly #waiting: (() => Promise<void>)[] = []
}
