import { someId } from '../ids.ts'
import type { Person } from '../people/person.ts'
import type { NextSend } from '../refusals/next-send.ts'
import type { WhatsAppMessage } from '../whatsapp/message.ts'
import type { World } from '../world.ts'
import type { Account, Override } from './account.ts'
import { PhoneApp } from './phone-app.ts'

export interface PhoneNumberOptions {
  id?: string
  /** Coexistence: the phone's app uses the number too. */
  isOnPhoneApp?: boolean
  /** By default the number can send at once. */
  isRegistered?: boolean
  pin?: string
}

export interface Profile {
  about?: string | undefined
  address?: string | undefined
  description?: string | undefined
  email?: string | undefined
  websites?: string[] | undefined
  vertical?: string | undefined
  profile_picture_url?: string | undefined
}

/** What the number and one person have had with each other. */
export interface Thread {
  lastFromPerson?: Date
  freeEntryUntil?: Date
  numberKnownUntil?: Date
  /** The business shows that it is typing. */
  typingUntil?: Date | undefined
}

/** A number on the Cloud API. */
export class PhoneNumber {
  readonly kind = 'number'
  readonly id: string
  /** Digits with the country. */
  readonly display: string
  readonly account: Account
  name: string
  nameStatus: 'APPROVED' | 'PENDING_REVIEW' | 'DECLINED' = 'APPROVED'
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN' = 'GREEN'
  /** Instead of what follows from the registration, such as RESTRICTED or FLAGGED. */
  forcedStatus: string | undefined
  isRegistered: boolean
  isVerified = true
  pin: string | undefined
  profile: Profile = {}
  override: Override | undefined
  /** Every message is refused with this code, such as 130497. */
  refusedWith: number | undefined
  /** What becomes of the next messages, one each. */
  readonly nextSends: NextSend[] = []
  readonly blocked = new Set<Person>()
  readonly threads = new Map<Person, Thread>()
  readonly messages = new Map<string, WhatsAppMessage>()
  /** The app on the phone, for coexistence. */
  readonly phoneApp: PhoneApp | undefined

  constructor(account: Account, display: string, name: string, options: PhoneNumberOptions = {}) {
    const { id = someId(), isOnPhoneApp = false, isRegistered = true, pin } = options
    this.account = account
    this.display = display
    this.name = name
    this.id = id
    this.isRegistered = isRegistered
    this.pin = pin
    this.phoneApp = isOnPhoneApp ? new PhoneApp(this) : undefined
  }

  get world(): World {
    return this.account.world
  }

  get status(): string {
    return this.forcedStatus ?? (this.isRegistered ? 'CONNECTED' : 'PENDING')
  }

  threadWith(person: Person): Thread {
    const known = this.threads.get(person) ?? {}
    this.threads.set(person, known)
    return known
  }

  /** Whether free-form messages may be written to this person now. */
  hasWindow(person: Person): boolean {
    const { lastFromPerson, freeEntryUntil } = this.threadWith(person)
    const now = this.world.clock.now().getTime()
    const since = lastFromPerson?.getTime() ?? -Infinity
    return now - since < this.world.settings.windowHours * 3_600_000 || this.#isLater(freeEntryUntil)
  }

  /** Whether the person sees that somebody is typing. */
  isTypingTo(person: Person): boolean {
    return this.#isLater(this.threadWith(person).typingUntil)
  }

  isFreeEntry(person: Person): boolean {
    return this.#isLater(this.threadWith(person).freeEntryUntil)
  }

  /** Whether webhooks contain the number of this person. */
  knowsNumberOf(person: Person): boolean {
    return person.waId !== undefined && (!person.hidesNumber || this.#isLater(this.threadWith(person).numberKnownUntil))
  }

  /** As every webhook about messages says where it belongs. */
  get metadata() {
    return { display_phone_number: this.display, phone_number_id: this.id }
  }

  /** Meta rates the number anew. */
  async rate(quality: PhoneNumber['quality']): Promise<void> {
    const isWorse =
      ['UNKNOWN', 'GREEN', 'YELLOW', 'RED'].indexOf(quality) >
      ['UNKNOWN', 'GREEN', 'YELLOW', 'RED'].indexOf(this.quality)
    this.quality = quality
    await this.#tellLimit(isWorse ? 'FLAGGED' : 'UNFLAGGED')
  }

  /** The portfolio reaches more or fewer people in a day. */
  async changeTier(tier: Account['business']['tier']): Promise<void> {
    const { business } = this.account
    const old = business.tier
    business.tier = tier
    await this.#tellLimit(old < tier ? 'UPGRADE' : 'DOWNGRADE', old)
  }

  /** Meta decides about the name that people see. */
  async decideName(decision: 'APPROVED' | 'REJECTED', reason?: string): Promise<void> {
    this.nameStatus = decision === 'APPROVED' ? 'APPROVED' : 'DECLINED'
    await this.account.tell('phone_number_name_update', {
      display_phone_number: this.display,
      decision,
      requested_verified_name: this.name,
      ...(reason !== undefined && { rejection_reason: reason }),
    })
  }

  async #tellLimit(event: string, old?: string): Promise<void> {
    const { tier } = this.account.business
    await this.account.tell('phone_number_quality_update', {
      display_phone_number: this.display,
      event,
      ...(old !== undefined && { old_limit: old }),
      current_limit: tier,
      max_daily_conversations_per_business: tier,
    })
  }

  #isLater(moment: Date | undefined): boolean {
    return moment !== undefined && moment > this.world.clock.now()
  }
}
