import type { App } from '../access/app.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import type { Person } from '../people/person.ts'
import { choicesIn } from '../whatsapp/choice.ts'
import { kindsForNumber } from './kinds-for-number.ts'
import type { Outside, Samples, Talk } from './talks.ts'

const square = { latitude: -23.5505, longitude: -46.6333, name: 'Praça da Sé', address: 'São Paulo, SP' }
const friend = {
  name: { formatted_name: 'Bia Ramos', first_name: 'Bia' },
  phones: [{ phone: '+55 11 97777-6666', type: 'CELL', wa_id: '5511977776666' }],
}

export function talkWithNumber(
  person: Person,
  number: PhoneNumber,
  { app, samples }: { app: App; samples: Samples },
): Talk {
  const chat = person.chat(number)
  return {
    place: 'whatsapp',
    with: `+${number.display}`,
    deeds: ['place', 'card', 'edit', 'revoke', 'listen'],
    kinds: kindsForNumber(person, number, samples),
    outside: onPhone(person, number),
    isHeard: () => number.account.subscribedApps.has(app),
    text: async (text, replyTo) => (await chat.text(text, replyTo === undefined ? {} : { replyTo })).id,
    file: async ({ bytes, mimeType, name }) => (await chat[kindOf(mimeType)](bytes, { mimeType, fileName: name })).id,
    somewhere: async () => (await chat.location(square.latitude, square.longitude, square)).id,
    card: async () => (await chat.contacts([friend])).id,
    edit: async (id, text) => void (await chat.edit(id, text)),
    revoke: async (id) => void (await chat.revoke(id)),
    choose: async (id, choice) => (await chat.choose(id, choice)).id,
    react: async (id, emoji) => void (await chat.react(id, emoji)),
    read: () => chat.read(),
    listen: (id) => chat.play(id),
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
  if (mimeType.startsWith('video/')) return 'video'
  if (mimeType.startsWith('audio/ogg')) return 'voice'
  return mimeType.startsWith('audio/') ? 'audio' : 'document'
}

/** The phone of the shop, if the number is on one too. */
function onPhone(person: Person, { phoneApp }: PhoneNumber): Outside | undefined {
  if (!phoneApp) return undefined
  return {
    places: { phone: 'No celular da loja' },
    write: async (_place, text) => (await phoneApp.text(person, text)).id,
    send: async (_place, { bytes, mimeType }) => (await phoneApp.send(person, { type: 'image', bytes, mimeType })).id,
    edit: (id, text) => phoneApp.edit(person, id, text),
    revoke: (id) => phoneApp.revoke(person, id),
  }
}
