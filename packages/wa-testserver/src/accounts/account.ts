import { jidEncode } from '@whiskeysockets/baileys'
import type { Endpoint } from '../devices/endpoint.ts'
import type { LinkedDevice } from '../devices/linked-device.ts'
import { newLid } from '../ids.ts'

/** How an account is addressed in chats: by its LID, which is usual today, or by its phone number. */
export type Addressing = 'lid' | 'pn'

export interface AccountOptions {
  /** By default a random LID. */
  lid?: string | undefined
  addressing?: Addressing | undefined
  /** The address in receipts of this account: that of the message, or always the same form. */
  receiptsFrom?: Addressing | 'asSent' | undefined
  /** Other numbers of this account, such as a Brazilian number with its ninth digit. */
  aliases?: string[] | undefined
  /** URL of the profile picture; undefined: it has none or hides it. */
  pictureUrl?: string | undefined
}

/** Anyone with a WhatsApp number. */
export class Account {
  readonly kind = 'account'
  readonly number: string
  readonly lid: string
  readonly aliases: readonly string[]
  name: string
  addressing: Addressing
  receiptsFrom: Addressing | 'asSent'
  pictureUrl: string | undefined
  /** By device id: 0 is the phone itself. */
  readonly devices = new Map<number, Endpoint>()
  /** The numbers that this account has blocked. */
  readonly blocked = new Set<string>()

  constructor(number: string, name: string, options: AccountOptions = {}) {
    this.number = number
    this.name = name
    this.lid = options.lid ?? newLid()
    this.addressing = options.addressing ?? 'lid'
    this.receiptsFrom = options.receiptsFrom ?? 'asSent'
    this.aliases = options.aliases ?? []
    this.pictureUrl = options.pictureUrl
  }

  /** The clients under test that are linked to this account. */
  get linkedDevices(): LinkedDevice[] {
    return [...this.devices.values()].filter((device) => device.kind === 'linked')
  }

  /** The address by phone number, of one device or of the account. */
  pnJid(deviceId = 0): string {
    return jidEncode(this.number, 's.whatsapp.net', deviceId)
  }

  /** The address by LID, of one device or of the account. */
  lidJid(deviceId = 0): string {
    return jidEncode(this.lid, 'lid', deviceId)
  }

  /** The address in the given form, by default the form that others use. */
  jid(addressing: Addressing = this.addressing, deviceId = 0): string {
    return addressing === 'lid' ? this.lidJid(deviceId) : this.pnJid(deviceId)
  }
}
