import type { Person } from '../people/person.ts'

export type StatusName = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** A message of a number on the Cloud API, in either direction. */
export interface WhatsAppMessage {
  id: string
  direction: 'in' | 'out'
  /** Nobody if there is nobody with this number. */
  person: Person | undefined
  /** The number or id that it was sent to. */
  to: string
  type: string
  content: Record<string, unknown>
  at: Date
  quotes?: string | undefined
  callbackData?: string | undefined
  /** Of a template, else `service`. */
  category?: string
  /** What a template says with its variables filled in. */
  rendered?: string
  statuses: StatusName[]
  /** Called when Meta stops to hold it. */
  release?: (code?: number) => Promise<void>
}

export const unixOf = (moment: Date): string => String(Math.floor(moment.getTime() / 1000))
