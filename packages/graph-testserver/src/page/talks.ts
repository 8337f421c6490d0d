export interface SentFile {
  bytes: Buffer
  mimeType: string
  name: string
}

/** What customers and the shop send without choosing a file. */
export type Samples = Readonly<Record<'picture' | 'voice' | 'video' | 'sticker' | 'paper', SentFile>>

/** What a customer can do beside writing. */
type Deed = 'place' | 'card' | 'edit' | 'revoke' | 'listen'

/** What a customer has done, as their phone shows it. */
export interface Done {
  /** Undefined: it is no message, such as a call. */
  id?: string
  text: string
  file?: SentFile
}

/** Something rarer that a customer can send. */
export interface Kind {
  label: string
  send: () => Promise<Done>
}

/** Where somebody of the shop answers without the product. */
export interface Outside {
  /** By what the page calls it. */
  places: Readonly<Record<string, string>>
  write: (place: string, text: string) => Promise<string>
  send: (place: string, picture: SentFile) => Promise<string>
  edit?: (id: string, text: string) => Promise<void>
  revoke?: (id: string) => Promise<void>
}

/** The conversation of a customer with the shop, wherever it is. What is written is told by its id. */
export interface Talk {
  place: 'whatsapp' | 'messenger' | 'instagram'
  /** Which number it is with, if there are several. */
  with: string
  deeds: readonly Deed[]
  kinds: Readonly<Record<string, Kind>>
  outside: Outside | undefined
  /** Whether the product is told of it. */
  isHeard: () => boolean
  text: (text: string, replyTo?: string) => Promise<string>
  file: (file: SentFile) => Promise<string>
  somewhere: () => Promise<string>
  card: () => Promise<string>
  edit: (id: string, text: string) => Promise<void>
  revoke: (id: string) => Promise<void>
  choose: (id: string, choice: string) => Promise<string>
  /** Undefined: takes the emoji off again. */
  react: (id: string, emoji: string | undefined) => Promise<void>
  read: () => Promise<void>
  listen: (id: string) => Promise<void>
  /** Whether what the shop writes from now on does not arrive. */
  fail: (isFailing: boolean) => void
  isFailing: () => boolean
  /** What can be tapped in a message of the shop. */
  choicesOf: (id: string) => string[]
  writtenAt: (id: string) => Date | undefined
  isReadByShop: (id: string) => boolean
}
