import type { App } from '../access/app.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import type { InstagramAccount } from '../pages/instagram-account.ts'
import type { Page } from '../pages/page.ts'
import type { Person } from '../people/person.ts'
import { choicesIn } from '../whatsapp/choice.ts'

export interface SentFile {
  bytes: Buffer
  mimeType: string
  name: string
}

/** What a customer can do beside writing. */
export type Deed = 'place' | 'card' | 'edit' | 'revoke'

/** The conversation of a customer with the shop, wherever it is. What is written is told by its id. */
export interface Talk {
  place: 'whatsapp' | 'messenger' | 'instagram'
  deeds: readonly Deed[]
  /** Whether the product is told of it. */
  isHeard: () => boolean
  text: (text: string) => Promise<string>
  file: (file: SentFile) => Promise<string>
  somewhere: () => Promise<string>
  card: () => Promise<string>
  edit: (id: string, text: string) => Promise<void>
  revoke: (id: string) => Promise<void>
  choose: (id: string, choice: string) => Promise<string>
  react: (id: string, emoji: string) => Promise<void>
  read: () => Promise<void>
  /** Whether what the shop writes from now on does not arrive. */
  fail: (isFailing: boolean) => void
  isFailing: () => boolean
  /** What can be tapped in a message of the shop. */
  choicesOf: (id: string) => string[]
  writtenAt: (id: string) => Date | undefined
  isReadByShop: (id: string) => boolean
}

const square = { latitude: -23.5505, longitude: -46.6333, name: 'Praça da Sé', address: 'São Paulo, SP' }
const friend = {
  name: { formatted_name: 'Bia Ramos', first_name: 'Bia' },
  phones: [{ phone: '+55 11 97777-6666', type: 'CELL', wa_id: '5511977776666' }],
}

export function talkWithNumber(person: Person, number: PhoneNumber, app: App): Talk {
  const chat = person.chat(number)
  return {
    place: 'whatsapp',
    deeds: ['place', 'card', 'edit', 'revoke'],
    isHeard: () => number.account.subscribedApps.has(app),
    text: async (text) => (await chat.text(text)).id,
    file: async ({ bytes, mimeType, name }) => (await chat[kindOf(mimeType)](bytes, { mimeType, fileName: name })).id,
    somewhere: async () => (await chat.location(square.latitude, square.longitude, square)).id,
    card: async () => (await chat.contacts([friend])).id,
    edit: async (id, text) => void (await chat.edit(id, text)),
    revoke: async (id) => void (await chat.revoke(id)),
    choose: async (id, choice) => (await chat.choose(id, choice)).id,
    react: async (id, emoji) => void (await chat.react(id, emoji)),
    read: () => chat.read(),
    fail: (isFailing) => void (person.failsWith = isFailing ? 131026 : undefined),
    isFailing: () => person.failsWith !== undefined,
    choicesOf: (id) => choicesIn(number.messages.get(id)?.content ?? {}).map(({ title }) => title),
    writtenAt: (id) => number.messages.get(id)?.at,
    isReadByShop: (id) => number.messages.get(id)?.statuses.includes('read') ?? false,
  }
}

function kindOf(mimeType: string): 'image' | 'video' | 'voice' | 'audio' | 'sticker' | 'document' {
  if (/^image\/(jpeg|png)$/.test(mimeType)) return 'image'
  if (mimeType === 'image/webp') return 'sticker'
  if (mimeType === 'video/mp4') return 'video'
  if (mimeType.startsWith('audio/ogg')) return 'voice'
  return mimeType.startsWith('audio/') ? 'audio' : 'document'
}

export function talkWithPage(person: Person, page: Page | InstagramAccount, app: App): Talk {
  const { world } = page
  const chat = person.at(page)
  const isInstagram = page.kind === 'instagram'
  const cannot = (what: string) => Promise.reject(new Error(`there is no ${what} on ${page.kind}`))
  return {
    place: isInstagram ? 'instagram' : 'messenger',
    deeds: isInstagram ? ['edit', 'revoke'] : ['edit'],
    isHeard: () => (page.kind === 'instagram' ? page.page : page).subscribedApps.has(app),
    text: async (text) => (await chat.text(text)).mid,
    file: async (file) => {
      const url = `${world.baseUrl()}${world.directory.layDown(file)}`
      return (await chat.attachment(attachmentOf(file.mimeType), url)).mid
    },
    somewhere: () => cannot('place'),
    card: () => cannot('card'),
    edit: (id, text) => chat.edit(id, text),
    revoke: (id) => chat.unsend(id),
    choose: async (id, choice) => (await chat.choose(id, choice)).mid,
    react: (id, emoji) => chat.react(id, 'other', emoji),
    read: () => chat.read(),
    fail: (isFailing) => void (chat.friend.failsWith = isFailing ? 551 : undefined),
    isFailing: () => chat.friend.failsWith !== undefined,
    choicesOf: (id) => page.messages.get(id)?.choices.map(({ title }) => title) ?? [],
    writtenAt: (id) => page.messages.get(id)?.at,
    isReadByShop: () => chat.friend.actions.some(({ action }) => action === 'mark_seen'),
  }
}

const attachmentOf = (mimeType: string) => /^(image|video|audio)\//.exec(mimeType)?.[1] ?? 'file'
