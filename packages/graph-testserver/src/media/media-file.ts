import { createHash } from 'node:crypto'
import type { PhoneNumber } from '../business/phone-number.ts'
import { someId, someSecret } from '../ids.ts'

export interface MediaOptions {
  id?: string
  name?: string | undefined
  expiresAt: Date
}

/** A file of a number: uploaded by the business or sent by a customer. */
export class MediaFile {
  readonly kind = 'media'
  readonly id: string
  readonly number: PhoneNumber
  readonly bytes: Buffer
  readonly mimeType: string
  readonly name: string | undefined
  readonly expiresAt: Date
  /** The addresses that were given out, with the end of each. */
  readonly urls = new Map<string, Date>()

  constructor(number: PhoneNumber, bytes: Buffer, mimeType: string, { id = someId(), name, expiresAt }: MediaOptions) {
    this.number = number
    this.bytes = bytes
    this.mimeType = mimeType
    this.id = id
    this.name = name
    this.expiresAt = expiresAt
  }

  sha256(encoding: 'hex' | 'base64'): string {
    return createHash('sha256').update(this.bytes).digest(encoding)
  }

  /** A new address, which ends soon. */
  url(): string {
    const { world } = this.number
    const key = someSecret()
    const { mediaUrlMinutes } = world.settings
    this.urls.set(key, new Date(world.clock.now().getTime() + mediaUrlMinutes * 60_000))
    return `${world.baseUrl()}/whatsapp_business/attachments/?mid=${this.id}&source=getMedia&hash=${key}`
  }
}
